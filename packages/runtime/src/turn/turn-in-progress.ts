import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { OpenHosts } from '../hosts/open-hosts.js';
import type { JournalWriter } from '../journal/journal-writer.js';
import type { OpenModel } from '../model/open-model.js';
import type { EvidenceCollector } from '../outcome/create-evidence.js';
import type { CallerTools } from '../tools/open-caller-tools.js';
import type { Cleanup } from './cleanup.js';
import type { TurnPlan } from './plan-turn.js';
import type { SessionTracker } from './session-tracker.js';
import type { StopControl } from './stop-control.js';
import type { TurnInput } from './turn-input.js';

/** All that the stages of one turn share. */
export interface TurnInProgress<Request extends BaseChatRequest> {
  readonly plan: TurnPlan<Request>;
  readonly model: OpenModel | undefined;
  readonly tools: CallerTools | undefined;
  readonly hosts: OpenHosts | undefined;
  readonly journal: JournalWriter;
  readonly evidence: EvidenceCollector;
  readonly session: SessionTracker;
  readonly stop: StopControl;
  readonly input: TurnInput;
  readonly cleanup: Cleanup;
}
