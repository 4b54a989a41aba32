import { isAbsolute } from 'node:path';
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
import { readStdin } from '../read-stdin.js';
import { type AgentProgram, type AgentSource, findAgentProgram } from './agent-program.js';
import type { ChatAgent, ChatPlace, EventReader } from './chat-agent.js';
import { type ChatRequest, chatRequest } from './chat-request.js';
import { checkImages } from './check-images.js';
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
  /** Default: the image, where the kind of sandbox has images. */
  readonly agentFrom?: AgentSource | undefined;
  /** Where CLIs are installed. Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDir?: string | undefined;
}

/** A stand-in where a command is made only to see whether it is refused. */
const NOWHERE: ModelEndpoint = { url: 'http://127.0.0.1:1', token: 'none' };

/**
 * An agent of the registry as a `ChatAgent`, for `runChat`.
 *
 * @example
 * const agent = createChatAgent('codex@0.58.0');
 */
export function createChatAgent(
  reference: string,
  options: ChatAgentOptions = {},
): ChatAgent<ChatRequest> {
  const { forks = false, agentFrom: source, cacheDir, permission, ...request } = options;
  const { name, version } = parseAgentReference(reference);
  const agent = agents[name];
  const keepsSessionId = !forks && (agent.keepsSessionId?.(version) ?? true);
  const prepared = new WeakMap<ChatRequest, PreparedTurn>();

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
    readable: (input) => [
      ...(prepared.get(input)?.program.readable ?? []),
      ...(request.images ?? []).filter(isAbsolute),
    ],
    imageOf: (input) => prepared.get(input)?.program.image,
    async check({ input, workspace, provider, image, session }) {
      const confined = provider.abilities.confinesFiles;
      commandFor({ input, confined, endpoint: NOWHERE, cwd: workspace, home: workspace });
      const program = await findAgentProgram({
        agent: { name, version },
        provider,
        source,
        image,
        cacheDir,
      });
      await checkImages(request.images ?? [], workspace);
      const { sessions } = agent.interpreter;
      const before = session && (await usageBefore(sessions, session.home, input.session_id));
      prepared.set(input, {
        program,
        live: {
          version,
          // A CLI counts its calls anew in every process; a session's second turn has other calls.
          ...(session && { turnId: String(session.turns + 1) }),
          ...(before && { usageBefore: before }),
        },
      });
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
      const program = prepared.get(place.input)?.program;
      if (program === undefined) throw new Error('The request has not been checked.');
      return {
        cmd: program.executable,
        args: [...program.args, ...command.args],
        env: withSearchPath(command.env, program.searchPath),
        stdin: await readStdin(command.stdin, place.workspace),
      };
    },
    createStdoutMapper: () => createStdoutMapper(agent.interpreter.live({ version })),
    createEventReader: (input) =>
      createReader(agent.interpreter.live(prepared.get(input)?.live ?? { version })),
    savedSessions: (home) => {
      const { sessions } = agent.interpreter;
      // One that only the CLI itself can list says its ids while it works.
      return sessions.ids({ home: sessions.home({}, home) }).catch(() => []);
    },
  };
}

/** What the check of a request has found out. */
interface PreparedTurn {
  readonly program: AgentProgram;
  readonly live: LiveOptions;
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
