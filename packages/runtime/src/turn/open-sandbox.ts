import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '@dragoman/sandbox';
import type { BaseChatRequest, ChatContext } from '../chat/chat-agent.js';
import { placeCallerServer } from '../tools/caller-server.js';
import { callerServerName } from '../tools/caller-tool.js';
import { passFileName } from '../tools/pass-file-name.js';
import type { TurnInProgress } from './turn-in-progress.js';

/** The name of the door to the model. */
const GATEWAY = 'gateway';

/** Stage: the place in which the agent will work. Says where in the journal's first line. */
export async function openSandbox<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
): Promise<ChatContext<Request>> {
  const { plan, model, tools, session, journal } = turn;
  const { input } = plan.options;
  const sandbox = await createSandbox(turn);
  session.noteSandbox(sandbox.id);
  journal.append({ type: 'sandbox', sandbox_id: sandbox.id, kind: sandbox.kind });
  const url = sandbox.inside.doors[GATEWAY];
  await tools?.ready;
  return {
    input,
    sandbox,
    workspace: plan.record.workspace,
    confined: plan.provider.abilities.confinesFiles,
    ...(model && url !== undefined && { model: { url, token: model.token } }),
    ...(tools && { callerServer: await placeCallerServer(sandbox, tools) }),
  };
}

async function createSandbox<Request extends BaseChatRequest>({
  plan,
  model,
  tools,
  cleanup,
}: TurnInProgress<Request>): Promise<Sandbox> {
  const { options, record } = plan;
  const { agent, input, network, sandboxLimits, workspaceAccess } = options;
  const image = plan.image ?? agent.imageOf?.(input) ?? agent.snapshotId;
  const sandbox = await plan.provider.create({
    workspace: record.workspace,
    home: record.home,
    readable: [...(agent.readable?.(input) ?? []), ...(options.readable ?? [])],
    hidden: plan.hidden,
    readOnly: plan.readOnly,
    ...(options.writable !== undefined && { writable: options.writable }),
    doors: {
      ...(model && { [GATEWAY]: model.socketPath }),
      ...(tools && { [callerServerName]: tools.socketPath }),
    },
    labels: { turn: record.id, ...(agent.name !== undefined && { agent: agent.name }) },
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
