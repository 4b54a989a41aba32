import type { SandboxProcess } from '@dragoman/sandbox';
import type { BaseChatRequest, ChatContext } from '../chat/chat-agent.js';
import type { TurnInProgress } from './turn-in-progress.js';

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Stage: the agent's program, in its sandbox. */
export async function startCommand<Request extends BaseChatRequest>(
  { plan, stop }: TurnInProgress<Request>,
  place: ChatContext<Request>,
): Promise<SandboxProcess> {
  const { agent } = plan.options;
  const { home, workspace } = place.sandbox.inside;
  // Folders come with the files in them.
  await place.sandbox.writeFile(`${home}/tmp/.keep`, '');
  await agent.prepareSandbox(place);
  const command = await agent.createCommand(place);
  const process = await place.sandbox.start({
    executable: command.cmd,
    args: command.args,
    env: { HOME: home, PATH: SYSTEM_PATH, TMPDIR: `${home}/tmp`, LANG: 'C.UTF-8', ...command.env },
    cwd: command.cwd ?? workspace,
    ...(command.stdin !== undefined && { stdin: command.stdin }),
  });
  stop.attach(process);
  return process;
}
