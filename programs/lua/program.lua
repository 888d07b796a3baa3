-- What an interpreter is used for: tables of numbers, recursion, strings and objects.
local function sieve(limit)
  local prime, count = {}, 0
  for i = 2, limit do prime[i] = true end
  for i = 2, limit do
    if prime[i] then
      count = count + 1
      for multiple = i * i, limit, i do prime[multiple] = false end
    end
  end
  return count
end

local function queens(n)
  local solutions, column, rising, falling = 0, {}, {}, {}
  local function place(row)
    if row > n then
      solutions = solutions + 1
      return
    end
    for i = 1, n do
      if not (column[i] or rising[row + i] or falling[row - i + n]) then
        column[i], rising[row + i], falling[row - i + n] = true, true, true
        place(row + 1)
        column[i], rising[row + i], falling[row - i + n] = nil, nil, nil
      end
    end
  end
  place(1)
  return solutions
end

local function words(text)
  local count, names = {}, {}
  for word in text:gmatch("%a+") do count[word] = (count[word] or 0) + 1 end
  for word, n in pairs(count) do names[#names + 1] = word .. "=" .. n end
  table.sort(names)
  return table.concat(names, " ")
end

local Stack = {}
Stack.__index = Stack
function Stack.new() return setmetatable({ size = 0 }, Stack) end
function Stack:push(value)
  self.size = self.size + 1
  self[self.size] = value
end
function Stack:pop()
  local value = self[self.size]
  self[self.size] = nil
  self.size = self.size - 1
  return value
end

print("sieve", sieve(5000))
print("queens", queens(6))
print("words", words(("a hot path is a short path and a cold path is any path but that "):rep(30)))
local stack, sum = Stack.new(), 0
for i = 1, 3000 do stack:push(i * 1.5) end
while stack.size > 0 do sum = sum + stack:pop() end
print("stack", sum)
print(string.format("%.3f %s", math.sin(1), ("done"):upper()))
