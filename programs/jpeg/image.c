// Runs on the host: writes the image that main.c decodes, a drawing with smooth, noisy and sharp parts.
#include <stdint.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#define WIDTH 320
#define HEIGHT 240

int main(int count, char **words) {
    static unsigned char pixels[HEIGHT][WIDTH][3];
    uint32_t random = 1;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            random = random * 1103515245u + 12345u;
            pixels[y][x][0] = (unsigned char)(x * x / 37 + y);
            pixels[y][x][1] = (unsigned char)((x ^ y) + (int)(random >> 29));
            pixels[y][x][2] = (x / 16 + y / 16) % 2 ? 200 : (unsigned char)(40 + (random >> 28));
        }
    }
    return count != 2 || !stbi_write_jpg(words[1], WIDTH, HEIGHT, 3, pixels, 80);
}
