import { Refusal } from '../refusal.js';

/**
 * Which models a turn may ask. In a pattern `*` stands for letters, digits, `.`, `_` and `-`, for
 * behind other characters some providers name what else the model may do; alone it stands for any.
 */
export interface AllowedModels {
  /** Patterns of the models that may be asked at any time. */
  readonly allow: readonly string[];
  /**
   * Patterns of models of which one may be asked: the first that is. An agent asks its own default
   * before any command of it can run, so this is the agent's choice.
   */
  readonly firstOf?: readonly string[];
}

/** Decides which models one turn may ask. */
export interface ModelRule {
  /** Refuses when one of these is no name, or of a model that isn't allowed. */
  check(names: readonly unknown[]): void;
}

export function createModelRule(models: readonly string[] | AllowedModels): ModelRule {
  const { allow, firstOf = [] } = 'allow' in models ? models : { allow: models };
  const allowed = allow.map(pattern);
  const candidates = firstOf.map(pattern);
  let chosen: string | undefined;

  const isAllowed = (name: string): boolean => {
    if (name === chosen || allowed.some((one) => one.test(name))) return true;
    if (chosen !== undefined || !candidates.some((one) => one.test(name))) return false;
    chosen = name;
    return true;
  };

  return {
    check(names) {
      for (const name of names) {
        if (typeof name === 'string' && isAllowed(name)) continue;
        throw notAllowed(name, [...(chosen === undefined ? firstOf : [chosen]), ...allow]);
      }
    },
  };
}

function pattern(text: string): RegExp {
  if (text === '*') return /^/;
  const parts = text.split('*').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\w.-]*')}$`);
}

/** Far longer than any name, and not without bound in a message. */
const LONGEST_NAME = 100;

function notAllowed(name: unknown, allowed: readonly string[]): Refusal {
  const asked =
    typeof name === 'string'
      ? `the model ${name.slice(0, LONGEST_NAME)}`
      : 'a model without a name';
  const message = `This turn may not ask ${asked} (model_not_allowed): it may ask ${allowed.join(', ') || 'none'}. To allow it, name it as the turn's model (--model) or list it in \`models\`.`;
  return new Refusal({ status: 400, message, code: 'model_not_allowed' }, 'refused');
}
