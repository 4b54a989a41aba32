import type { AgentModels } from '../model-access.js';

/** The end of a name for the variant with a longer context. */
const VARIANT = /\[\w+\]$/;

export const claudeModels: AgentModels = {
  own: ['claude-*'],
  // Titles and checks by Haiku; sub-agents, which often use Sonnet.
  small: ['claude-haiku-*', 'claude-*-haiku*', 'claude-sonnet-*', 'claude-*-sonnet*'],
  named(model) {
    const name = model.replace(VARIANT, '');
    // Short names (`opus`, `sonnet`, `opusplan`, `default`): the newest of a family, or of all.
    if (name.startsWith('claude-')) return { allow: [name, `${name}-20*`], firstOf: [] };
    const family = /^(opus|sonnet|haiku|fable|mythos)/.exec(name)?.[0];
    if (family !== undefined) return { allow: [], firstOf: [`claude-*${family}*`] };
    if (name === 'default' || name === 'best') return { allow: [], firstOf: ['claude-*'] };
    return { allow: [name], firstOf: [] };
  },
};
