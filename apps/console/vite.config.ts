import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'
import { antdStyles } from './build/antd-styles.ts'
import { antdUnstyled } from './build/antd-unstyled.ts'
import { bootDocument } from './build/boot.ts'
import { className } from './build/class-names.ts'
import { patch } from './build/patch.ts'
import { tokensCss } from './src/kit/theme/theme.ts'

const SERVER = 'http://127.0.0.1:8300'

/** Chunks that change with their packages only. The first group that fits a module takes it. */
const vendors = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|zod)\// },
  // What many chunks stand on, in one piece: in many it compresses worse, and each page asks for dozens of files.
  // The form is not among it, nor in `kit`: a page waits for it only when somebody edits. What its inputs ask of it is.
  {
    name: 'shared',
    test: new RegExp(
      'node_modules/(?!' +
        '@rc-component/(form|async-validator)/|' +
        'antd/es/form/(?!context|validateMessages|hooks/useVariants))',
    ),
    minShareCount: 16,
  },
  {
    name: 'vendor',
    test: /node_modules\//,
    entriesAware: true,
    // Higher, and the calendar of some pages' filters is merged into what every list waits for.
    entriesAwareMergeThreshold: 5_000,
  },
  // Our own, likewise: each file is a request, and dozens of them cost more than what a screen has of them without need.
  {
    name: 'base',
    test: new RegExp(
      [
        'client/(early|errors|file|http|language|online|session|signal|storage|toast|view-as)\\.',
        'app/(address|entry|error|splash|style-sheets)',
        'kit/(address/entry-paths|text/)',
        // Else the entry would wait for whatever chunk it falls into.
        'vite/preload-helper',
        'domains/auth/(auth\\.|pages/login|forms/login|parts/(otp-input|password-input))',
        'contract/src/auth/(auth\\.(api|schema)|password)',
        'contract/src/kernel/(endpoint|enumeration|field|legible|page|text|words)\\.',
        'contract/src/facts/(codes|constants|enums|headers|login-path|nouns|preferences)\\.',
      ].join('|'),
    ),
  },
  // What writing needs is not among it: many chunks share it, and none of them is what a page shows first.
  {
    name: 'kit',
    test: new RegExp(
      'apps/console/src/(?!kit/form/)|packages/contract/src/(?!talk/|upload/|kernel/messages)',
    ),
    minShareCount: 14,
  },
]

/** `/live/*` is both calls and screens: what the browser navigates to stays with the console. */
const bypass: ProxyOptions['bypass'] = (request) =>
  request.headers.accept?.includes('text/html') ? '/index.html' : undefined

export default defineConfig({
  plugins: [
    react(),
    tokens(),
    antdStyles(),
    antdUnstyled(),
    nonceForStyles(),
    formContextAlone(),
    stylesAgain(),
    bootDocument(import.meta.dirname),
  ],
  css: { modules: { generateScopedName: className } },
  // The server puts a fresh one in its place with every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { output: { codeSplitting: { groups: vendors } } },
  },
  server: {
    port: 8301,
    strictPort: true,
    proxy: { '^/(admin|common|agent|ingest|live)/': { target: SERVER, ws: true, bypass } },
  },
})

/** theme.ts as a style sheet, so that no colour is written twice. */
function tokens(): Plugin {
  const id = 'virtual:tokens.css'
  return {
    name: 'tokens',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) => (resolved === `\0${id}` ? tokensCss() : undefined),
  }
}

/**
 * antd makes its styles in two places, and hands the page's nonce only to some of them: a dialog's scroll lock goes without.
 * Here all of them get it.
 */
function nonceForStyles(): Plugin {
  const made = `document.createElement('style');`
  return patch('nonce-for-styles', {
    id: /(rc-component\/util\/es\/Dom\/dynamicCSS|icons\/es\/cssUtils)\.js$/,
    code: made,
    by: `${made}\nstyleNode.nonce = document.querySelector('meta[property=csp-nonce]')?.nonce ?? '';`,
  })
}

/** Every input of antd asks for one context of the form's package, and would bring all of it and its validator along. */
function formContextAlone(): Plugin {
  return patch('form-context-alone', {
    id: /antd\/es\/form\/context\.js$/,
    code: `from '@rc-component/form'`,
    by: `from '@rc-component/form/es/FormContext'`,
  })
}

/** What failed to load may be asked for again: Vite takes a style sheet that could not be fetched for one that is there. */
function stylesAgain(): Plugin[] {
  const id = /vite\/preload-helper/
  const failed = 'if (e.type === "error") rej('
  const forgets = 'seen[href] = void 0;\n\t\tthrow err;'
  return [
    patch('styles-again', { id, code: failed, by: 'if (e.type === "error") link.remove(), rej(' }),
    patch('styles-asked-again', { id, code: forgets, by: 'delete seen[href];\n\t\tthrow err;' }),
  ]
}
