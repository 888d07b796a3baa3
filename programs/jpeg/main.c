// Decodes a JPEG image with stb_image and prints a checksum of its pixels.
#include "input.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_THREAD_LOCALS
#define STBI_NO_SIMD
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#include <stb/stb_image.h>

int main(void) {
    for (int time = 0; time < TIMES; time++) {
        int width, height, channels;
        unsigned char *const pixels = stbi_load_from_memory(input_start, (int)(input_end - input_start), &width, &height, &channels, 3);
        if (!pixels) {
            printf("jpeg: %s\n", stbi_failure_reason());
            return 1;
        }
        uint32_t sum = 0;
        for (int i = 0; i < width * height * 3; i++) {
            sum = sum * 31 + pixels[i];
        }
        printf("jpeg %dx%d sum %08lx\n", width, height, (unsigned long)sum);
        if (TIMES > 1) {
            stbi_image_free(pixels);
        }
    }
    return 0;
}
