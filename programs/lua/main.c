// Runs program.lua with the parts of Lua's library that need no files.
#include "input.h"
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>

int main(void) {
    static const luaL_Reg libraries[] = {
        {"_G", luaopen_base}, {"string", luaopen_string}, {"table", luaopen_table}, {"math", luaopen_math}};
    lua_State *const lua = luaL_newstate();
    for (unsigned i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        luaL_requiref(lua, libraries[i].name, libraries[i].func, 1);
        lua_pop(lua, 1);
    }
    int failed = 0;
    for (int time = 0; time < TIMES && !failed; time++) {
        failed = luaL_loadbuffer(lua, (const char *)input_start, (size_t)(input_end - input_start), "=program.lua") ||
                 lua_pcall(lua, 0, 0, 0);
    }
    if (failed) {
        printf("lua: %s\n", lua_tostring(lua, -1));
    }
    lua_close(lua);
    return failed;
}
