// What ESLint holds the JavaScript to; layout is Prettier's business. `make lint` runs both.

import js from '@eslint/js';
import globals from 'globals';

const BOTH = {
  ...globals['shared-node-browser'],
  WebAssembly: 'readonly',
};

export default [
  { ignores: ['.build/', '**/node_modules/', 'web/types/', '**/*.generated.js', 'tests/bench/peers/'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: { ...BOTH, ...globals.browser } },
    rules: {
      'array-callback-return': 'error',
      eqeqeq: 'error',
      'max-len': ['error', { code: 120, ignoreUrls: true }],
      'no-nested-ternary': 'error',
      'no-shadow': 'error',
      'no-unused-expressions': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['tests/**', 'emsdk-config/**', 'web/*.js', 'web/models/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
