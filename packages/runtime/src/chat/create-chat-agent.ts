import { isAbsolute, resolve } from 'node:path';
import {
  type Agent,
  createStdoutMapper,
  createTranslator,
  type LiveOptions,
  type SessionStore,
  type TurnRequest,
} from '@dragoman/agents';
import { NO_USAGE, turnModels } from '@dragoman/agents/internal';
import { DragomanError, type UsageFigures } from '@dragoman/protocol';
import { type AgentVersion, agentIn, agentVersion } from '../agent-version.js';
import { checkSessionFolders } from '../sessions/session-home.js';
import { type AgentSource, findAgentProgram } from './agent-program.js';
import type { ChatAgent } from './chat-agent.js';
import { type ChatRequest, chatRequest } from './chat-agent.js';
import { checkImages } from './check-images.js';
import { checkProjectFiles } from './check-project-files.js';
import { createTranslatorReader } from './event-reader.js';
import {
  createTurnCommands,
  defaultProjectSettings,
  readStdin,
  withSearchPath,
} from './turn-command.js';

/** How an agent acts. What it is asked comes with each request. */
export interface ChatAgentOptions
  extends Omit<
    TurnRequest,
    | 'prompt'
    | 'endpoint'
    | 'cwd'
    | 'home'
    | 'version'
    | 'resume'
    | 'fork'
    | 'permission'
    | 'projectSettings'
  > {
  /**
   * Default: `bypass` in a sandbox that confines the agent, for then it can't do harm; otherwise the
   * CLI's own careful posture.
   */
  readonly permission?: TurnRequest['permission'] | undefined;
  /**
   * What becomes of files of the project that make the CLI run something: hooks, plugins, tool servers,
   * settings. Default: `trust` in a sandbox that confines the agent, otherwise `ignore`; a workspace
   * with such files that the CLI can't be told to ignore is then refused with `project_untrusted`.
   */
  readonly projectSettings?: TurnRequest['projectSettings'] | undefined;
  /** A session is continued in a new one, which leaves the old as it is. */
  readonly forks?: boolean | undefined;
  /** Default: the image, where the kind of sandbox has images. */
  readonly agentFrom?: AgentSource | undefined;
  /** Where CLIs are installed. Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDir?: string | undefined;
}

/**
 * An agent as a `ChatAgent`, for `runChat`: one that Dragoman knows, by its name, or an `Agent` of the
 * caller.
 *
 * @example
 * const agent = createChatAgent('codex@0.58.0');
 */
export function createChatAgent(
  asked: string | Agent,
  options: ChatAgentOptions = {},
): ChatAgent<ChatRequest> {
  const { forks = false, agentFrom: source, cacheDir, images = [] } = options;
  const agent = agentVersion(asked);
  const { name, version } = agent;
  const { interpreter, ...known } = agentIn(agent);
  const commands = createTurnCommands(agent, options);

  return {
    requestSchema: chatRequest,
    name,
    version,
    dialect: known.dialect,
    ...(known.mentions && { mentions: known.mentions }),
    models: turnModels(known.models, options.model),
    keepsSessionId: !forks && (known.keepsSessionId?.(version) ?? true),
    keepsSessions: options.ephemeral !== true,
    givesProxy: true,
    trustsProject: options.projectSettings === 'trust',
    saysTurnEnd: known.saysTurnEnd?.(version) ?? true,
    namesServers: known.namesServers?.(version) ?? true,
    parsesToolTexts: known.parsesToolTexts?.(version) ?? false,
    hidesGitConfig: known.hidesGitConfig ?? false,
    ...(known.disposable && { disposable: known.disposable }),
    ...(options.acceptsInput && known.inputLine && { inputLine: known.inputLine }),
    ...(cacheDir !== undefined && { hidden: [resolve(cacheDir)] }),
    async prepare(request) {
      const { input, workspace, provider, stateDirectory, image, session } = request;
      const { callerServer, proxy } = request;
      const confined = provider.abilities.confinesFiles;
      const { env } = commands.expected({ input, workspace, confined, callerServer, proxy });
      checkProxy(agent, { given: proxy, taken: env.HTTPS_PROXY, named: options.proxy });
      const settings = options.projectSettings ?? defaultProjectSettings(provider.abilities);
      if (settings === 'ignore') await checkProjectFiles(agent, workspace);
      await checkImages(images, workspace);
      const program = await findAgentProgram({
        agent,
        provider,
        stateDirectory,
        source,
        image,
        cacheDir,
      });
      const before = await usageBefore(interpreter.sessions, session?.home, input.session_id);
      const live: LiveOptions = {
        version,
        // A CLI counts its calls anew in every process; a session's second turn has other calls.
        ...(session && { turnId: String(session.turns + 1) }),
        ...(before && { usageBefore: before }),
      };
      return {
        program,
        readable: [...program.readable, ...images.filter(isAbsolute)],
        image: program.image,
        variables: Object.keys(env),
        createEventReader: () => createTranslatorReader(createTranslator(interpreter.live(live))),
      };
    },
    async prepareSandbox(context) {
      const { directories, files } = commands.in(context);
      const { home } = context.sandbox.inside;
      // A sandbox takes files; folders come with them.
      const empty = directories.map((directory) => [`${directory}/.keep`, ''] as const);
      for (const [path, content] of [...empty, ...Object.entries(files)]) {
        await context.sandbox.writeFile(`${home}/${path}`, content);
      }
    },
    async createCommand(context) {
      const command = commands.in(context);
      const { program } = context.prepared;
      if (program === undefined) throw new Error('The request has not been prepared.');
      return {
        cmd: program.executable,
        args: [...program.args, ...command.args],
        env: withSearchPath(command.env, program.searchPath),
        stdin: await readStdin(command.stdin, context.workspace),
        ...(command.cwd !== undefined && { cwd: command.cwd }),
      };
    },
    ...(interpreter.diagnostic && { readDiagnostic: interpreter.diagnostic }),
    createStdoutMapper: () => createStdoutMapper(interpreter.live({ version })),
    // A store that only the CLI itself can list is one of a CLI that names its session while it works.
    savedSessions: (home) => savedIds(interpreter.sessions, home).catch(() => []),
  };
}

interface ProxyUse {
  /** The one of the turn. */
  readonly given: string | undefined;
  /** The one that the CLI gets. */
  readonly taken: string | undefined;
  /** The one that the caller asked for. */
  readonly named: string | undefined;
}

/** Refuses hosts for a CLI that would ask its model through their proxy, too, and so gets none. */
function checkProxy({ name, version }: AgentVersion, { given, taken, named }: ProxyUse): void {
  if (given === undefined) return;
  if (named !== undefined) {
    throw new DragomanError(
      'invalid_request',
      'A turn has the proxy of `allowHosts` or another `proxy`: leave out one of them.',
    );
  }
  if (taken === given) return;
  throw new DragomanError(
    'unsupported_option',
    `${name} ${version} knows no exceptions from a proxy, so it can reach its model or other hosts, not both: take a newer version, or leave out \`allowHosts\`.`,
  );
}

/** The sessions in a HOME that an agent has worked in: none, where it has prepared that for a reader. */
async function savedIds(sessions: SessionStore, home: string): Promise<readonly string[]> {
  const folder = sessions.home({}, home);
  await checkSessionFolders(sessions.folders(folder), home);
  return sessions.ids({ home: folder });
}

/**
 * What a session had counted before this turn, for a CLI that counts on: nothing, if this is its first.
 * Unknown where only the CLI itself could say, or where the session's file can't be found; then its
 * counts are taken as they are.
 */
async function usageBefore(
  sessions: SessionStore,
  home: string | undefined,
  sessionId: string | undefined,
): Promise<UsageFigures | undefined> {
  if (sessionId === undefined) return NO_USAGE;
  if (home === undefined) return undefined;
  try {
    const folder = sessions.home({}, home);
    await checkSessionFolders(sessions.folders(folder), home);
    const path = await sessions.find(sessionId, { home: folder });
    return path === undefined ? undefined : await (sessions.countOf ?? sessions.usage)(path);
  } catch {
    return undefined;
  }
}
