export { computeAccessibleName } from 'dom-accessibility-api';
export { shortened } from '../src/field/label.js';
export { plainName } from '../src/field/plain-name.js';
