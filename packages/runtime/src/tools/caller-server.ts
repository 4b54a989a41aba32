import type { McpServer } from '@dragoman/agents';
import type { DoorPass, DoorProgram, Sandbox } from '@dragoman/sandbox';
import { type CallerTool, callerServerName } from './caller-tool.js';
import type { CallerTools } from './open-caller-tools.js';
import { agentWaitsLongerMs, patienceOf } from './waiting.js';

/** A program that starts on a busy machine. Agents go on without a server that isn't there in time. */
const START_MS = 60_000;

/** The tool server of a turn as its agent is given it. Writes the token where only the agent reads it. */
export async function writeCallerServer(
  { inside, writeFile }: Pick<Sandbox, 'inside' | 'writeFile'>,
  { token, requests }: CallerTools,
): Promise<McpServer> {
  const path = `${inside.home}/${passFileName}`;
  const url = inside.doors[callerServerName];
  if (url === undefined) throw new Error('The sandbox has no door to the tools of the caller.');
  const pass: DoorPass = { port: Number(new URL(url).port), token };
  await writeFile(path, JSON.stringify(pass));
  return callerServer([...requests.tools.values()], inside.doorProgram, path);
}

/** The same before there is a sandbox, to see whether an agent refuses it. */
export function supposedCallerServer(tools: readonly CallerTool[]): McpServer {
  return callerServer(tools, { executable: 'node', args: [] }, passFileName);
}

function callerServer(
  tools: readonly CallerTool[],
  { executable, args }: DoorProgram,
  passFile: string,
): McpServer {
  return {
    command: executable,
    args: [...args, passFile],
    trustedTools: tools.map(({ name }) => name),
    parallel: true,
    startTimeoutMs: START_MS,
    callTimeoutMs: Math.max(...tools.map(patienceOf)) + agentWaitsLongerMs,
  };
}

/** The file in HOME by which the tool server gets through its door, while the turn lasts. */
export const passFileName = '.dragoman-caller.json';
