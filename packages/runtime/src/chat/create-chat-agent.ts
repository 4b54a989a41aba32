import {
  type AgentCommand,
  agents,
  createStdoutMapper,
  createTranslator,
  type LiveOptions,
  type ModelEndpoint,
  parseAgentReference,
  type TurnRequest,
} from '@dragoman/agents';
import { launchOf } from '../install/installed-agent.js';
import { readStdin } from '../read-stdin.js';
import type { ChatAgent, ChatPlace, EventReader } from './chat-agent.js';
import { type ChatRequest, chatRequest } from './chat-request.js';
import { checkImages } from './check-images.js';
import { requireInstalled } from './require-installed.js';
import { usageBefore } from './usage-before.js';
import { withSearchPath } from './with-search-path.js';

/** How an agent of the registry acts. What it is asked comes with each request. */
export interface ChatAgentOptions
  extends Omit<
    TurnRequest,
    'prompt' | 'endpoint' | 'cwd' | 'home' | 'version' | 'resume' | 'fork' | 'permission'
  > {
  /**
   * Default: `bypass` in a sandbox that confines the agent, for then it can't do harm; otherwise the
   * CLI's own careful posture.
   */
  readonly permission?: TurnRequest['permission'] | undefined;
  /** A session is continued in a new one, which leaves the old as it is. */
  readonly forks?: boolean | undefined;
  /** Where CLIs are installed. Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDir?: string | undefined;
}

/** A stand-in where a command is made only to see whether it is refused. */
const NOWHERE: ModelEndpoint = { url: 'http://127.0.0.1:1', token: 'none' };

/**
 * An agent of the registry as a `ChatAgent`, for `runChat`. It serves one turn: make one for each.
 *
 * @example
 * const agent = await createChatAgent('codex@0.58.0');
 */
export async function createChatAgent(
  reference: string,
  options: ChatAgentOptions = {},
): Promise<ChatAgent<ChatRequest>> {
  const { forks = false, cacheDir, permission, ...request } = options;
  const installed = await requireInstalled(parseAgentReference(reference), cacheDir);
  const { name, version } = installed;
  const agent = agents[name];
  const keepsSessionId = !forks && (agent.keepsSessionId?.(version) ?? true);
  let live: LiveOptions = { version };

  const commandFor = (place: CommandPlace): AgentCommand =>
    agent.command({
      ...request,
      version,
      prompt: place.input.message,
      endpoint: place.endpoint,
      cwd: place.cwd,
      home: place.home,
      permission: permission ?? (place.confined ? 'bypass' : 'default'),
      ...continued(place.input, forks),
    });
  const commandIn = (place: ChatPlace<ChatRequest>): AgentCommand =>
    commandFor({
      input: place.input,
      confined: place.confined,
      endpoint: place.model ?? NOWHERE,
      cwd: place.sandbox.inside.workspace,
      home: place.sandbox.inside.home,
    });

  return {
    requestSchema: chatRequest,
    name,
    version,
    dialect: agent.dialect,
    keepsSessionId,
    keepsSessions: request.ephemeral !== true,
    saysTurnEnd: agent.saysTurnEnd?.(version) ?? true,
    readable: [installed.directory, process.execPath],
    async check({ input, workspace, confined, session }) {
      commandFor({ input, confined, endpoint: NOWHERE, cwd: workspace, home: workspace });
      await checkImages(request.images ?? [], workspace);
      if (session === undefined) return;
      const { sessions } = agent.interpreter;
      const before = await usageBefore(sessions, session.home, input.session_id);
      // A CLI counts its calls anew in every process; a session's second turn has other calls.
      live = { ...live, turnId: String(session.turns + 1), ...(before && { usageBefore: before }) };
    },
    async prepareSandbox(place) {
      const { directories, files } = commandIn(place);
      const { home } = place.sandbox.inside;
      // A sandbox takes files; folders come with them.
      const empty = directories.map((directory) => [`${directory}/.keep`, ''] as const);
      for (const [path, content] of [...empty, ...Object.entries(files)]) {
        await place.sandbox.writeFile(`${home}/${path}`, content);
      }
    },
    async createCommand(place) {
      const command = commandIn(place);
      const launch = launchOf(installed);
      return {
        cmd: launch.executable,
        args: [...launch.args, ...command.args],
        env: withSearchPath(command.env, installed.searchPath),
        stdin: await readStdin(command.stdin, place.workspace),
      };
    },
    createStdoutMapper: () => createStdoutMapper(agent.interpreter.live(live)),
    createEventReader: () => createReader(agent.interpreter.live(live)),
    savedSessions: (home) => {
      const { sessions } = agent.interpreter;
      // One that only the CLI itself can list says its ids while it works.
      return sessions.ids({ home: sessions.home({}, home) }).catch(() => []);
    },
  };
}

interface CommandPlace {
  readonly input: ChatRequest;
  readonly confined: boolean;
  readonly endpoint: ModelEndpoint;
  readonly cwd: string;
  readonly home: string;
}

function continued(
  { session_id: id }: ChatRequest,
  forks: boolean,
): Pick<TurnRequest, 'resume' | 'fork'> {
  if (id === undefined) return {};
  return forks ? { fork: id } : { resume: id };
}

function createReader(interpreter: Parameters<typeof createTranslator>[0]): EventReader {
  const translator = createTranslator(interpreter);
  return {
    push: translator.push,
    flush: translator.flush,
    unparsed: () => translator.stats().malformed + translator.stats().tooLong,
  };
}
