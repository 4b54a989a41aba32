import { defineScript } from './redis-link.js';

/**
 * What the relay of a turn does in one step. KEYS: sessions, pages. The sessions are there from the
 * first that is opened; while they aren't, nothing is written. What they keep beside the sessions: how many
 * were opened (`opened`), how many loads of pages have joined (`loads`), and when all of it is forgotten
 * (`until`). Times are those of Redis, so clocks of the nodes need not agree.
 */

const NOW = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
`;

/**
 * Of loads of one tab, that which joined last counts, whatever became of it. What is no page goes: it would
 * keep out all others.
 */
const PAGES = `
local pages = {}
local texts = redis.call('HGETALL', KEYS[2])
for at = 1, #texts, 2 do
  local isJson, page = pcall(cjson.decode, texts[at + 1])
  if isJson and type(page) == 'table' and type(page.load) == 'number' and type(page.seen) == 'number' then
    pages[texts[at]] = page
  else
    redis.call('HDEL', KEYS[2], texts[at])
  end
end
local function isReplaced(instance, tab, load)
  for other, page in pairs(pages) do
    if other ~= instance and page.tab == tab and page.load > load then return true end
  end
  return false
end
`;

/** ARGV: session, what is known of it, for how long it counts, how much longer all is kept, how many stay. */
export const openRelay = defineScript(`${NOW}
local over = now + tonumber(ARGV[3])
local kept = math.max(over + tonumber(ARGV[4]), tonumber(redis.call('HGET', KEYS[1], 'until') or '0'))
local order = redis.call('HINCRBY', KEYS[1], 'opened', 1)
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', kept),
  's:' .. ARGV[1], cjson.encode({ order = order, over = over, session = ARGV[2] }))
local sessions = {}
local texts = redis.call('HGETALL', KEYS[1])
for at = 1, #texts, 2 do
  if string.sub(texts[at], 1, 2) == 's:' then
    table.insert(sessions, { field = texts[at], order = cjson.decode(texts[at + 1]).order })
  end
end
table.sort(sessions, function(one, other) return one.order < other.order end)
for at = 1, #sessions - tonumber(ARGV[5]) do redis.call('HDEL', KEYS[1], sessions[at].field) end
for at = 1, #KEYS do redis.call('PEXPIREAT', KEYS[at], string.format('%.0f', kept)) end
`);

/** ARGV: instance, tab, connection, its tools, how many pages stay. Gives what became of it, in a word. */
export const joinRelay = defineScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 'over' end
${NOW}${PAGES}
local before = pages[ARGV[1]]
local load = before and before.load or redis.call('HINCRBY', KEYS[1], 'loads', 1)
if before and isReplaced(ARGV[1], before.tab, load) then return 'replaced' end
if isReplaced(ARGV[1], ARGV[2], load) then return 'replaced' end
redis.call('HSET', KEYS[2], ARGV[1], cjson.encode({ tab = ARGV[2], connection = ARGV[3], tools = ARGV[4],
  load = load, seen = now, left = false }))
redis.call('PEXPIREAT', KEYS[2], redis.call('HGET', KEYS[1], 'until'))
if redis.call('HLEN', KEYS[2]) > tonumber(ARGV[5]) then
  local oldest
  for instance, page in pairs(pages) do
    local first = oldest and pages[oldest]
    if not first or page.seen < first.seen or page.seen == first.seen and page.load < first.load then
      oldest = instance
    end
  end
  redis.call('HDEL', KEYS[2], oldest)
end
return 'there'
`);

/** ARGV: instance, connection. 1: it is there. */
export const touchRelay = defineScript(`${NOW}${PAGES}
local page = pages[ARGV[1]]
if not page or page.connection ~= ARGV[2] or page.left then return 0 end
if isReplaced(ARGV[1], page.tab, page.load) then return 0 end
page.seen = now
redis.call('HSET', KEYS[2], ARGV[1], cjson.encode(page))
return 1
`);

/** ARGV: instance, connection. */
export const leaveRelay = defineScript(`
local text = redis.call('HGET', KEYS[2], ARGV[1])
local isJson, page = pcall(cjson.decode, text or '')
if not isJson or type(page) ~= 'table' or page.connection ~= ARGV[2] then return end
page.left = true
redis.call('HSET', KEYS[2], ARGV[1], cjson.encode(page))
`);
