import { isAbsolute, resolve } from 'node:path';
import {
  agents,
  createStdoutMapper,
  type LiveOptions,
  parseAgentReference,
  type SessionStore,
  type TurnRequest,
  turnModels,
} from '@dragoman/agents';
import { readStdin } from '../read-stdin.js';
import { checkSessionFolders } from '../sessions/check-session-folders.js';
import { type AgentProgram, findAgentProgram } from './agent-program.js';
import type { AgentSource } from './agent-source.js';
import type { ChatAgent } from './chat-agent.js';
import { type ChatRequest, chatRequest } from './chat-request.js';
import { checkImages } from './check-images.js';
import { checkProjectFiles } from './check-project-files.js';
import { defaultProjectSettings } from './default-project-settings.js';
import { createTranslatorReader } from './translator-reader.js';
import { createTurnCommands } from './turn-command.js';
import { usageBefore } from './usage-before.js';
import { withSearchPath } from './with-search-path.js';

/** How an agent of the registry acts. What it is asked comes with each request. */
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
   * What becomes of files of the project that tell the CLI what to run: hooks, plugins, tool servers,
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
 * An agent of the registry as a `ChatAgent`, for `runChat`.
 *
 * @example
 * const agent = createChatAgent('codex@0.58.0');
 */
export function createChatAgent(
  reference: string,
  options: ChatAgentOptions = {},
): ChatAgent<ChatRequest> {
  const { forks = false, agentFrom: source, cacheDir, images = [] } = options;
  const { name, version } = parseAgentReference(reference);
  const { interpreter, ...agent } = agents[name];
  const commands = createTurnCommands({ name, version }, options);
  const prepared = new WeakMap<ChatRequest, PreparedTurn>();

  return {
    requestSchema: chatRequest,
    name,
    version,
    dialect: agent.dialect,
    models: turnModels(agent.models, options.model),
    keepsSessionId: !forks && (agent.keepsSessionId?.(version) ?? true),
    keepsSessions: options.ephemeral !== true,
    trustsProject: options.projectSettings === 'trust',
    saysTurnEnd: agent.saysTurnEnd?.(version) ?? true,
    namesServers: agent.namesServers?.(version) ?? true,
    readable: (input) => [
      ...(prepared.get(input)?.program.readable ?? []),
      ...images.filter(isAbsolute),
    ],
    ...(cacheDir !== undefined && { hidden: [resolve(cacheDir)] }),
    imageOf: (input) => prepared.get(input)?.program.image,
    async check(asking) {
      const { input, workspace, provider, stateDirectory, image, session, callerServer } = asking;
      const confined = provider.abilities.confinesFiles;
      commands.check({ input, workspace, confined, callerServer });
      const settings = options.projectSettings ?? defaultProjectSettings(provider.abilities);
      if (settings === 'ignore') await checkProjectFiles({ name, version }, workspace);
      await checkImages(images, workspace);
      const asked = { agent: { name, version }, provider, stateDirectory, source, image, cacheDir };
      const program = await findAgentProgram(asked);
      const before =
        session && (await usageBefore(interpreter.sessions, session.home, input.session_id));
      const live: LiveOptions = {
        version,
        // A CLI counts its calls anew in every process; a session's second turn has other calls.
        ...(session && { turnId: String(session.turns + 1) }),
        ...(before && { usageBefore: before }),
      };
      prepared.set(input, { program, live });
    },
    async prepareSandbox(place) {
      const { directories, files } = commands.at(place);
      const { home } = place.sandbox.inside;
      // A sandbox takes files; folders come with them.
      const empty = directories.map((directory) => [`${directory}/.keep`, ''] as const);
      for (const [path, content] of [...empty, ...Object.entries(files)]) {
        await place.sandbox.writeFile(`${home}/${path}`, content);
      }
    },
    async createCommand(place) {
      const command = commands.at(place);
      const program = prepared.get(place.input)?.program;
      if (program === undefined) throw new Error('The request has not been checked.');
      return {
        cmd: program.executable,
        args: [...program.args, ...command.args],
        env: withSearchPath(command.env, program.searchPath),
        stdin: await readStdin(command.stdin, place.workspace),
        ...(command.cwd !== undefined && { cwd: command.cwd }),
      };
    },
    createStdoutMapper: () => createStdoutMapper(interpreter.live({ version })),
    createEventReader: (input) =>
      createTranslatorReader(interpreter.live(prepared.get(input)?.live ?? { version })),
    // A store that only the CLI itself can list is one of a CLI that says its ids while it works.
    savedSessions: (home) => savedIds(interpreter.sessions, home).catch(() => []),
  };
}

/** The sessions in a HOME that an agent has worked in: none, where it has prepared that for a reader. */
async function savedIds(sessions: SessionStore, home: string): Promise<readonly string[]> {
  const folder = sessions.home({}, home);
  await checkSessionFolders(sessions.folders(folder), home);
  return sessions.ids({ home: folder });
}

/** What the check of a request has found out. */
interface PreparedTurn {
  readonly program: AgentProgram;
  readonly live: LiveOptions;
}
