/**
 * redis: turns that servers on several machines share. Loaded only by who asks for it: the client of Redis
 * is a part of it.
 */
export { type CheckedRedis, checkRedis, redisAddress } from './check-redis.js';
export type { RedisConnectionOptions, RedisTurnStoreOptions } from './contract.js';
export { createRedisTurnStore } from './redis-turn-store.js';
