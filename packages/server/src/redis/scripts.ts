import { defineScript } from './redis-link.js';

/** What Redis does in one step, so that nothing comes between. Each uses the keys of one slot. */

/** KEYS: text. ARGV: what it is to be now ('': absent), what it becomes ('': removed), for how long. */
export const compareAndSet = defineScript(`
local now = redis.call('GET', KEYS[1]) or ''
if now ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1])
else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1
`);

/**
 * Makes a turn known, or known again. KEYS: turn. ARGV: node, epoch, entry, folder, node name.
 * Gives the number of its last event in Redis; -1 where it isn't this node's any more.
 */
export const registerTurn = defineScript(`
local node, epoch, last, over = unpack(redis.call('HMGET', KEYS[1], 'node', 'epoch', 'last', 'over'))
if node then
  if node ~= ARGV[1] or epoch ~= ARGV[2] or over then return -1 end
  return tonumber(last)
end
redis.call('HSET', KEYS[1], 'node', ARGV[1], 'epoch', ARGV[2], 'entry', ARGV[3], 'folder', ARGV[4],
  'name', ARGV[5], 'last', '0')
return 0
`);

/**
 * Makes a turn known that has ended. KEYS: turn. ARGV: node, epoch, entry, folder, node name, its last
 * event, status, for how long. 1: it was unknown.
 */
export const indexTurn = defineScript(`
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'node', ARGV[1], 'epoch', ARGV[2], 'entry', ARGV[3], 'folder', ARGV[4],
  'name', ARGV[5], 'last', ARGV[6], 'status', ARGV[7], 'over', '1')
redis.call('PEXPIRE', KEYS[1], ARGV[8])
return 1
`);

/**
 * Hands a turn to another process of its machine. KEYS: turn. ARGV: node, epoch.
 * 1: it has it now; 0: it has ended, or is unknown.
 */
export const adoptTurn = defineScript(`
local node, over = unpack(redis.call('HMGET', KEYS[1], 'node', 'over'))
if not node or over then return 0 end
redis.call('HSET', KEYS[1], 'node', ARGV[1], 'epoch', ARGV[2])
return 1
`);

/** A piece of events goes with the news of it up to this size: who waits for it need not ask. */
const MOST_SAID_BYTES = 8192;

/**
 * Publishes events. KEYS: turn, events, and its relay, which goes with the end. ARGV: node, epoch, the
 * event before, the last event, their bytes, status ('' if unchanged), whether it is the end (1), channel,
 * the first piece that stays, how long events stay after the end, how long the turn does. The stream refuses what it has by itself; that
 * nothing is left out is checked here.
 */
export const publishEvents = defineScript(`
local node, epoch, last, over = unpack(redis.call('HMGET', KEYS[1], 'node', 'epoch', 'last', 'over'))
if not node then return {'missing', 0} end
if node ~= ARGV[1] or epoch ~= ARGV[2] then return {'lost', 0} end
if over then
  if last == ARGV[4] then return {'ok', tonumber(last)} end
  return {'lost', 0}
end
if last ~= ARGV[3] then return {'elsewhere', tonumber(last)} end
redis.call('XADD', KEYS[2], 'MINID', '~', ARGV[9], ARGV[4] .. '-0', 'a', ARGV[3], 'b', ARGV[5])
redis.call('HSET', KEYS[1], 'last', ARGV[4])
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'status', ARGV[6]) end
if ARGV[7] == '1' then
  redis.call('HSET', KEYS[1], 'over', '1')
  redis.call('PEXPIRE', KEYS[2], ARGV[10])
  redis.call('PEXPIRE', KEYS[1], ARGV[11])
  redis.call('DEL', unpack(KEYS, 3))
end
local said = ARGV[4]
if #ARGV[5] <= ${MOST_SAID_BYTES} then said = said .. ' ' .. ARGV[3] .. ' ' .. ARGV[5] end
redis.call('PUBLISH', ARGV[8], said)
return {'ok', tonumber(ARGV[4])}
`);

/**
 * Ends a turn of a node that is lost, if nobody has. KEYS: turn, events, and its relay. ARGV: node, the
 * first epoch that isn't lost, the line before its number, the line after it, what the status has besides,
 * channel, how long events stay, how long the turn does. 1: it is ended.
 */
export const endLostTurn = defineScript(`
local node, epoch, last, over, status =
  unpack(redis.call('HMGET', KEYS[1], 'node', 'epoch', 'last', 'over', 'status'))
if not node or over or node ~= ARGV[1] or tonumber(epoch) >= tonumber(ARGV[2]) then return 0 end
local seq = string.format('%d', tonumber(last) + 1)
redis.call('XADD', KEYS[2], seq .. '-0', 'a', last, 'b', ARGV[3] .. seq .. ARGV[4])
redis.call('HSET', KEYS[1], 'last', seq, 'over', '1', 'lost', ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[7])
redis.call('PEXPIRE', KEYS[1], ARGV[8])
redis.call('DEL', unpack(KEYS, 3))
redis.call('PUBLISH', ARGV[6], seq)
return 1
`);

/**
 * Takes a place for a turn. KEYS: turns at work of a client. ARGV: turn, node, how many there are.
 * -1: it has one; else how many are taken.
 */
export const takePlace = defineScript(`
local taken = redis.call('HLEN', KEYS[1])
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and taken >= tonumber(ARGV[3]) then return taken end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return -1
`);

/**
 * Counts a request: for each client it is known when all its requests are paid for, at an even pace.
 * KEYS: rate. ARGV: milliseconds for one, and how far ahead they may be. Gives how long to wait, or 0.
 */
export const countRequest = defineScript(`
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
local paid = tonumber(redis.call('GET', KEYS[1]) or '0')
if paid < now then paid = now end
local next = paid + tonumber(ARGV[1])
local wait = next - now - tonumber(ARGV[2])
if wait > 0.001 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil(next - now) + 1000)
return 0
`);
