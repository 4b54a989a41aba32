const { setFlagsFromString } = require('node:v8');

/**
 * What V8 is told, by its version: to put fewer functions into others, and to wait longer before it
 * optimises one. A version that isn't listed may not know a flag, and would complain.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const FLAGS = {
  11: ['--max-inlined-bytecode-size-cumulative=150', '--interrupt-budget=300000'],
  12: ['--max-inlined-bytecode-size-cumulative=150'],
  13: ['--max-inlined-bytecode-size-cumulative=150'],
};

/**
 * For a command that goes through much in a second or two, and ends. V8 optimises as if the process
 * ran for hours: on two cores that takes a quarter of the time, and is done when the work is nearly done.
 * To be called before anything is loaded: compiled code is only good for the flags it was compiled with.
 */
function compileLess(version = process.versions.v8) {
  for (const flag of FLAGS[version.split('.', 1)[0] ?? ''] ?? []) setFlagsFromString(flag);
}

module.exports = { compileLess };
