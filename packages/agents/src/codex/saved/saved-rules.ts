import type { Interpretation } from '../../interpret/interpreter.js';
import { metadata, type Rule, type Rules } from '../../interpret/rule.js';
import { eventRules } from './event-rules.js';
import { itemRules } from './item-rules.js';
import { recordRules } from './record-rules.js';
import { responseItemRules } from './response-item-rules.js';
import type { SavedState } from './saved-state.js';
import { readBareHeader } from './session-rules.js';
import { told } from './told.js';

const bareRules: Rules<SavedState> = {
  header: told('`init`', readBareHeader),
  record_type: metadata('says nothing'),
  ...responseItemRules,
};

/** How each sort of record in a session file is read, by its native name. */
export const codexSavedRules: Rules<SavedState> = {
  ...recordRules,
  ...named('response_item', responseItemRules),
  ...named('event_msg', eventRules),
  ...named('event_msg/item_completed', itemRules),
  ...named('bare', bareRules),
};

/** A rule with the native name of what it reads. */
export interface NamedRule {
  readonly native: string;
  readonly rule: Rule<SavedState>;
  /** What comes of a record that tells nothing for now: the same for all of its sort. */
  readonly silent: Interpretation;
}

/** The rules by the part of the name that a record gives, so that names are put together only once. */
export const rulesByType = {
  record: byType('', recordRules),
  responseItem: byType('response_item', responseItemRules),
  event: byType('event_msg', eventRules),
  item: byType('event_msg/item_completed', itemRules),
  bare: byType('bare', bareRules),
};

function named(prefix: string, rules: Rules<SavedState>): Rules<SavedState> {
  return Object.fromEntries(
    Object.entries(rules).map(([type, rule]) => [`${prefix}/${type}`, rule]),
  );
}

function byType(prefix: string, rules: Rules<SavedState>): ReadonlyMap<string, NamedRule> {
  return new Map(
    Object.entries(rules).map(([type, rule]) => {
      const native = prefix === '' ? type : `${prefix}/${type}`;
      return [
        type,
        { native, rule, silent: { native, disposition: rule.disposition, events: [] } },
      ];
    }),
  );
}
