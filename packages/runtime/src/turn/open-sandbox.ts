import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox, SandboxProcess } from '@dragoman/sandbox';
import type { BaseChatRequest, ChatContext } from '../chat/chat-agent.js';
import { givenToCommands } from '../given/given-to-commands.js';
import { proxyVariables } from '../hosts/open-hosts.js';
import { passFileName, writeCallerServer } from '../tools/caller-server.js';
import { callerServerName } from '../tools/caller-tool.js';
import type { TurnInProgress } from './turn-in-progress.js';
import { sandboxLabels } from './turn-labels.js';

/** The name of the door to the model. */
const GATEWAY = 'gateway';
/** The name of the door to the hosts that are allowed. */
const HOSTS = 'hosts';

/** Stage: the sandbox in which the agent works. It is the journal's first line. */
export async function openSandbox<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
): Promise<ChatContext<Request>> {
  const { plan, model, tools, session, journal, stop } = turn;
  const { input } = plan.options;
  const sandbox = await createSandbox(turn);
  if (stop.gaveUp) throw tooLate();
  session.noteSandbox(sandbox.id);
  journal.append({ type: 'sandbox', sandbox_id: sandbox.id, kind: sandbox.kind });
  const { [GATEWAY]: url, [HOSTS]: proxy } = sandbox.inside.doors;
  await tools?.ready;
  return {
    input,
    sandbox,
    workspace: plan.record.workspace,
    confined: plan.provider.abilities.confinesFiles,
    prepared: plan.prepared,
    ...(model && url !== undefined && { model: { url, token: model.token, login: model.login } }),
    ...(proxy !== undefined && { proxy }),
    ...(tools && { callerServer: await writeCallerServer(sandbox, tools) }),
  };
}

async function createSandbox<Request extends BaseChatRequest>({
  plan,
  model,
  tools,
  hosts,
  cleanup,
}: TurnInProgress<Request>): Promise<Sandbox> {
  const { options, record } = plan;
  const { agent, network, sandboxLimits, workspaceAccess } = options;
  const image = plan.image ?? plan.prepared.image ?? agent.snapshotId;
  const sandbox = await plan.provider.create({
    workspace: record.workspace,
    home: record.home,
    readable: [...(plan.prepared.readable ?? []), ...(options.readable ?? [])],
    hidden: plan.hidden,
    readOnly: plan.readOnly,
    mounts: plan.given.mounts,
    repository: plan.repository,
    ...(options.writable !== undefined && { writable: options.writable }),
    doors: {
      ...(model && { [GATEWAY]: model.socketPath }),
      ...(tools && { [callerServerName]: tools.socketPath }),
      ...(hosts && { [HOSTS]: hosts.socketPath }),
    },
    // By its own two whoever recovers the turn finds the sandbox: no other comes in their place.
    labels: {
      ...sandboxLabels(record.labels),
      turn: record.id,
      ...(agent.name !== undefined && { agent: agent.name }),
    },
    ...(network !== undefined && { network }),
    ...(sandboxLimits !== undefined && { limits: sandboxLimits }),
    ...(workspaceAccess !== undefined && { workspaceAccess }),
    ...(image !== undefined && { image }),
  });
  if (tools !== undefined) {
    cleanup.add('The pass to the tools', () =>
      rm(join(record.home, passFileName), { force: true }),
    );
  }
  cleanup.add('The sandbox', () => sandbox.remove());
  return sandbox;
}

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Stage: the agent's program, in its sandbox. */
export async function startCommand<Request extends BaseChatRequest>(
  { plan, stop, input }: TurnInProgress<Request>,
  context: ChatContext<Request>,
): Promise<SandboxProcess> {
  const { agent } = plan.options;
  const { home, workspace } = context.sandbox.inside;
  // Folders come with the files in them.
  await context.sandbox.writeFile(`${home}/tmp/.keep`, '');
  const given = givenToCommands(plan);
  for (const [path, content] of Object.entries(given.files)) {
    await context.sandbox.writeFile(`${home}/${path}`, content);
  }
  await agent.prepareSandbox(context);
  const command = await agent.createCommand(context);
  const { proxy } = context;
  if (stop.gaveUp) throw tooLate();
  const process = await context.sandbox.start({
    executable: command.cmd,
    args: command.args,
    env: given.environment({
      HOME: home,
      PATH: SYSTEM_PATH,
      TMPDIR: `${home}/tmp`,
      LANG: 'C.UTF-8',
      ...(proxy !== undefined && agent.givesProxy !== true && proxyVariables(proxy)),
      ...command.env,
    }),
    cwd: command.cwd ?? workspace,
    ...(command.stdin !== undefined && { stdin: command.stdin }),
    keepsInput: agent.inputLine !== undefined,
  });
  stop.attach(process);
  input.attach(process);
  if (stop.gaveUp) await process.kill();
  return process;
}

/** Nobody hears of it: the turn has its end. */
function tooLate(): Error {
  return new Error('The turn was stopped.');
}
