import type { McpServer } from '@dragoman/agents';
import { DragomanError, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { isSecretVariable } from './given-environment.js';

/** Tool servers of a file, and what in them is secret. */
export interface McpServers {
  readonly servers: Readonly<Record<string, McpServer>>;
  /** Tokens, and values of variables that look like secrets, which no journal may have. */
  readonly secrets: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Fields that other programs use. Leaving them out allows less, never more. */
const IGNORED = new Set(['type', 'description', 'disabled', 'autoApprove', 'alwaysAllow', 'trust']);
const OF_PROGRAM = new Set(['command', 'args', 'env']);
const OF_ADDRESS = new Set(['url', 'httpUrl', 'headers']);

/**
 * Reads `mcpServers` as Claude Code, Cursor and others write them, in JSON or YAML. `${NAME}` and
 * `${NAME:-default}` are of the variables that are given. What can't be used is refused by name, with
 * `mcp_invalid`.
 *
 * @param source the name of the file, for messages
 */
export async function parseMcpServers(
  text: string,
  source: string,
  variables: Variables,
): Promise<McpServers> {
  const { parse, YAMLParseError } = await import('yaml');
  let document: unknown;
  try {
    document = parse(text);
  } catch (cause) {
    // Its message repeats the line it is about, which may hold a token.
    const position = cause instanceof YAMLParseError ? ` (${positionOf(text, cause.pos[0])})` : '';
    throw invalid(source, `it is neither JSON nor YAML${position}`);
  }
  const written = isJsonObject(document) ? document.mcpServers : undefined;
  if (!isJsonObject(written)) throw invalid(source, 'it has no object "mcpServers"');
  const secrets = new Set<string>();
  const expand = (value: string): string => expandVariables(value, { source, variables, secrets });
  const servers = Object.entries(written)
    .filter(([, server]) => !(isJsonObject(server) && server.disabled === true))
    .map(([name, server]) => {
      const wrong = (problem: string) =>
        invalid(source, `the server ${JSON.stringify(name)} ${problem}`);
      if (!isJsonObject(server)) throw wrong('is not an object');
      return [name, serverOf(server, expand, wrong, secrets)] as const;
    });
  return { servers: Object.fromEntries(servers), secrets: [...secrets] };
}

function positionOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

type Expand = (value: string) => string;
type Wrong = (problem: string) => DragomanError;

function serverOf(
  server: JsonObject,
  expand: Expand,
  wrong: Wrong,
  secrets: Set<string>,
): McpServer {
  const { command, args = [], env = {}, headers = {} } = server;
  const url = server.httpUrl ?? server.url;
  if ((command === undefined) === (url === undefined)) throw wrong('needs a command or a url');
  if (server.type === 'sse') throw wrong('is of the type sse, which is not supported: use http');
  const known = command === undefined ? OF_ADDRESS : OF_PROGRAM;
  const other = Object.keys(server).find((field) => !known.has(field) && !IGNORED.has(field));
  if (other !== undefined) throw wrong(`has a field that can't be passed on: ${other}`);
  if (command === undefined) {
    if (typeof url !== 'string' || !URL.canParse(expand(url))) throw wrong('has no valid url');
    const bearerToken = tokenIn(texts(headers, 'headers', wrong), expand, wrong);
    if (bearerToken !== undefined) secrets.add(bearerToken);
    return { url: expand(url), ...(bearerToken !== undefined && { bearerToken }) };
  }
  if (typeof command !== 'string' || command === '') throw wrong('has no valid command');
  if (!Array.isArray(args) || !args.every((one) => typeof one === 'string')) {
    throw wrong('has args that are not a list of texts');
  }
  const pairs = Object.entries(texts(env, 'env', wrong));
  for (const [name, value] of pairs) {
    if (isSecretVariable(name, expand(value))) secrets.add(expand(value));
  }
  return {
    command: expand(command),
    args: args.map(expand),
    env: Object.fromEntries(pairs.map(([name, value]) => [name, expand(value)])),
  };
}

/** An agent takes a token for a server, and no other header. */
function tokenIn(
  headers: Readonly<Record<string, string>>,
  expand: Expand,
  wrong: Wrong,
): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    const token = /^Bearer +(\S+)$/i.exec(expand(value))?.[1];
    if (name.toLowerCase() !== 'authorization' || token === undefined) {
      throw wrong(`has a header that can't be passed on: ${name} (only Authorization: Bearer …)`);
    }
    return token;
  }
  return undefined;
}

function texts(value: unknown, field: string, wrong: Wrong): Record<string, string> {
  const entries = isJsonObject(value) ? Object.entries(value) : undefined;
  if (entries === undefined || entries.some(([, one]) => typeof one === 'object')) {
    throw wrong(`has ${field} that are not a table of texts`);
  }
  return Object.fromEntries(entries.map(([name, one]) => [name, String(one)]));
}

function expandVariables(
  value: string,
  { source, variables, secrets }: { source: string; variables: Variables; secrets: Set<string> },
): string {
  return value.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_whole, name: string, otherwise) => {
    const found = variables[name] || otherwise;
    if (found === undefined) throw invalid(source, `the variable ${name} is not set`);
    if (variables[name] && isSecretVariable(name, found)) secrets.add(found);
    return found;
  });
}

function invalid(source: string, problem: string): DragomanError {
  return new DragomanError(
    'mcp_invalid',
    `The tool servers of ${source} can't be used: ${problem}.`,
  );
}
