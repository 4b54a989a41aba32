#!/usr/bin/env node
require('@dragoman/cli/bin/dragoman.cjs');
