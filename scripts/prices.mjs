// Makes packages/agents/prices.json, the prices that come with Dragoman, from a public list:
//
//   npm run prices -- [URL or FILE] [--date 2026-09-23]
//
// The list is that of genai-prices (https://github.com/pydantic/genai-prices, MIT), which its npm package
// carries, too. Only tokens of text are kept, of the providers that coding agents can use, at the prices
// of the day.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const LIST = 'https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/data.json';
const PROVIDERS = [
  ...['anthropic', 'openai', 'google', 'aws', 'azure', 'github-copilot', 'x-ai', 'deepseek'],
  ...['mistral', 'moonshotai', 'zai', 'zhipuai', 'minimax', 'groq', 'cerebras'],
];
/** Names of prices here, and in the list. */
const PRICES = {
  input: 'input_mtok',
  output: 'output_mtok',
  cacheRead: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  reasoning: 'output_reasoning_mtok',
};
const output = join(dirname(fileURLToPath(import.meta.url)), '../packages/agents/prices.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { date: { type: 'string' } },
});
const [from = LIST] = positionals;
const date = values.date ?? new Date().toISOString().slice(0, 10);
const list = JSON.parse(
  /^https?:/.test(from) ? await (await fetch(from)).text() : readFileSync(from, 'utf8'),
);

const providers = Object.fromEntries(
  PROVIDERS.map((id) => {
    const provider = list.find((/** @type {{ id: string }} */ one) => one.id === id);
    return [id, (provider?.models ?? []).flatMap(toModel)];
  }),
);
// One model a line, so that a change shows.
const lines = Object.entries(providers).map(
  ([id, models]) =>
    `    ${JSON.stringify(id)}: [\n${models.map((/** @type {unknown} */ one) => `      ${JSON.stringify(one)}`).join(',\n')}\n    ]`,
);
const source = 'https://github.com/pydantic/genai-prices';
writeFileSync(
  output,
  `{\n  "source": ${JSON.stringify(source)},\n  "date": ${JSON.stringify(date)},\n  "providers": {\n${lines.join(',\n')}\n  }\n}\n`,
);
console.log(`${Object.values(providers).flat().length} models of ${date} in ${output}`);

/** @param {any} model */
function toModel({ id, match, prices }) {
  const today = pricesOn(prices);
  if (today?.input_mtok === undefined || today.output_mtok === undefined) return [];
  const starts = Object.values(PRICES)
    .flatMap((name) => today[name]?.tiers ?? [])
    .map(({ start }) => start);
  const above = [...new Set(starts)]
    .sort((left, right) => right - left)
    .map((tokens) => ({ tokens, ...ratesAt(today, tokens + 1) }));
  return [{ model: id, ...ratesAt(today, 0), ...(above.length > 0 && { above }), match }];
}

/** The prices that hold all day, the last that have begun. @param {any} prices */
function pricesOn(prices) {
  if (!Array.isArray(prices)) return prices;
  const begun = prices.filter(
    ({ constraint }) => constraint === undefined || constraint.start_date <= date,
  );
  return begun.at(-1)?.prices;
}

/** @param {any} prices @param {number} tokens */
function ratesAt(prices, tokens) {
  return Object.fromEntries(
    Object.entries(PRICES).flatMap(([name, native]) => {
      const price = prices[native];
      if (price === undefined) return [];
      const tier = price.tiers?.filter((/** @type {any} */ one) => tokens > one.start).at(-1);
      return [[name, tier?.price ?? price.base ?? price]];
    }),
  );
}
