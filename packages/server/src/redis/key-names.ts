import { createHash } from 'node:crypto';

/** The names of all keys and channels. What belongs to one turn has its id in braces: one slot of a cluster. */
export interface KeyNames {
  /** A hash: what is known of a turn. */
  turn(id: string): string;
  /** A stream: its events, in pieces. */
  events(id: string): string;
  /** A channel: how far its events are. */
  news(id: string): string;
  /** Hashes: the sessions of its relay, and its pages. They go together. */
  relay(id: string): readonly [sessions: string, pages: string];
  /** A set: the ids of turns whose relay was opened. */
  readonly relays: string;
  /** A sorted set: the ids of a client's turns. */
  turnsOf(client: string): string;
  /** A hash: a client's sessions. */
  sessionsOf(client: string): string;
  conversation(client: string, name: string): string;
  start(client: string, key: string): string;
  rate(client: string): string;
  /** A hash: the turns at work of a client. */
  atWork(client: string): string;
  /** A hash: what a client has used in a day, by state folders. */
  spent(client: string, day: string): string;
  /** A set: the ids of all nodes. */
  readonly nodes: string;
  node(id: string): string;
  /** A set: the turns of a node that have not ended. */
  nodeTurns(id: string): string;
  /** A set: the places of its turns among those of their clients. */
  nodePlaces(id: string): string;
  /** A list: what other nodes ask of it. */
  nodeRequests(id: string): string;
  /** A channel: that it is asked something, and what it was answered. */
  nodeNews(id: string): string;
  reply(id: string): string;
  /** A set: the turns whose journals are in a state folder. */
  folderTurns(folder: string): string;
  /** A set: those of them that other nodes have ended. */
  folderLost(folder: string): string;
}

export function createKeyNames(prefix: string): KeyNames {
  return {
    turn: (id) => `${prefix}{${id}}:turn`,
    events: (id) => `${prefix}{${id}}:events`,
    news: (id) => `${prefix}{${id}}`,
    relay: (id) => [`${prefix}{${id}}:relay:sessions`, `${prefix}{${id}}:relay:pages`],
    relays: `${prefix}relays`,
    turnsOf: (client) => `${prefix}client:${client}:turns`,
    sessionsOf: (client) => `${prefix}client:${client}:sessions`,
    conversation: (client, name) => `${prefix}conversation:${hashOf(client, name)}`,
    start: (client, key) => `${prefix}start:${hashOf(client, key)}`,
    rate: (client) => `${prefix}client:${client}:rate`,
    atWork: (client) => `${prefix}client:${client}:at-work`,
    spent: (client, day) => `${prefix}client:${client}:spent:${day}`,
    nodes: `${prefix}nodes`,
    node: (id) => `${prefix}node:${id}`,
    nodeTurns: (id) => `${prefix}node:${id}:turns`,
    nodePlaces: (id) => `${prefix}node:${id}:places`,
    nodeRequests: (id) => `${prefix}node:${id}:requests`,
    nodeNews: (id) => `${prefix}node:${id}:news`,
    reply: (id) => `${prefix}reply:${id}`,
    folderTurns: (folder) => `${prefix}folder:${folder}:turns`,
    folderLost: (folder) => `${prefix}folder:${folder}:lost`,
  };
}

/** A name may be anything that a client sent. */
function hashOf(client: string, name: string): string {
  return createHash('sha256').update(`${client}\0${name}`).digest('hex');
}
