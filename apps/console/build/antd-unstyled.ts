import type { ESTree, Plugin } from 'vite'
import { patch } from './patch.ts'

/** Where antd says how a component looks. What else is in such a file (names of variables, widths of screens) stays. */
const STYLE_FILE = /antd\/es\/([\w-]+\/style\/[\w-]+|_util\/wave\/style)\.js$/
/** What makes a style of a function that describes it. */
const MAKERS = /^gen(StyleHooks|SubStyleComponent|ComponentStyleHook)$/

/**
 * The code that antd makes its styles by, out of the build: they are a file (antd-styles.ts), and with `zeroRuntime` nothing calls
 * it. It was a tenth of all that the console loaded. What is left of a style is what a component asks it for: the class of its
 * values, and none of a hash, as our theme has none.
 */
export function antdUnstyled(): Plugin[] {
  return [
    {
      name: 'antd-unstyled',
      apply: 'build',
      transform: {
        filter: { id: STYLE_FILE },
        handler(code) {
          const made = madeStyles(this.parse(code))
          // From the end, so that places hold. What nothing names any more the bundler leaves out.
          const bare = made.reduceRight(
            (left, { callee, end }) => `${left.slice(0, callee.end)}()${left.slice(end)}`,
            code,
          )
          return { code: bare, map: null }
        },
      },
    },
    patch('antd-unstyled-makers', {
      id: /antd\/es\/theme\/util\/genStyleUtils\.js$/,
      code: '} = genStyleUtils({',
      by: `} = ({
  genStyleHooks: () => useClasses,
  genComponentStyleHook: () => () => '',
  genSubStyleComponent: () => () => null
});
import { DesignTokenContext } from '../context';
function useClasses() {
  return ['', useContext(DesignTokenContext).cssVar?.key ?? 'css-var-root'];
}
const unused = ({`,
    }),
    patch('antd-unstyled-icons', {
      id: /antd\/es\/theme\/util\/useResetIconStyle\.js$/,
      code: '=> {',
      by: '=> {}; const unused = (iconPrefixCls, csp) => {',
    }),
  ]
}

/** The calls of makers, which stand where a file exports what they make. */
const madeStyles = ({ body }: ESTree.Program) =>
  body
    .flatMap((statement) => {
      if (statement.type === 'ExportDefaultDeclaration') return [statement.declaration]
      if (statement.type !== 'ExportNamedDeclaration') return []
      const { declaration } = statement
      return declaration?.type === 'VariableDeclaration'
        ? declaration.declarations.map(({ init }) => init)
        : []
    })
    .filter((made) => made?.type === 'CallExpression')
    .filter(({ callee }) => callee.type === 'Identifier' && MAKERS.test(callee.name))
