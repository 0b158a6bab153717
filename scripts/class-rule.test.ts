import { expect, test } from 'vitest'
import { violations } from './class-rule.ts'

const LIST = 'apps/console/src/kit/list/'
const TEXT = 'apps/console/src/kit/text/text.module.css'

const check = (files: Record<string, string>) => violations(new Map(Object.entries(files)))
const using = (jsx: string, css = '.row { color: red }') =>
  check({
    [`${LIST}row.tsx`]: `import styles from './row.module.css'\n${jsx}`,
    [`${LIST}row.module.css`]: css,
  })

test.each([
  '<i className={styles.row} />',
  "<i className={tone === 'ok' ? styles.row : undefined} />",
  "<i className={isOn ? styles.row : ''} />",
  '<i className={`${styles.row} ${styles.row}`} />',
  '<i className={styles[tone]} />',
  '<i className={`anticon ${styles.row}`} />',
])('%s has its classes from a module', (jsx) => {
  expect(using(jsx)).toEqual([])
})

test.each([
  ['<i className="row">{styles.row}</i>', 'row'],
  ["<i className={isOn ? 'on' : styles.row} />", 'on'],
  ['<i className={`wide ${styles.row}`} />', 'wide'],
  ["<i className={`${isOn ? 'on' : ''} ${styles.row}`} />", 'on'],
  ["const face = { className: 'face' }; styles.row", 'face'],
  ["area.className = 'hidden'; styles.row", 'hidden'],
  ["area.classList.add('hidden'); styles.row", 'hidden'],
])('%s has the class %s from nowhere', (jsx, name) => {
  expect(using(jsx)).toEqual([`${LIST}row.tsx: the class '${name}' is of no CSS module`])
})

test('a class that the module does not have, and one that nothing uses', () => {
  expect(using('<i className={styles.cell} />')).toEqual([
    `${LIST}row.tsx: './row.module.css' has no class 'cell'`,
    `${LIST}row.module.css: nothing uses the class 'row'`,
  ])
})

test('antd’s classes and comments in a module are no classes of it', () => {
  const css = '/* as .old was */\n.row > :global(.ant-btn) { inset: 0.5px }'
  expect(using('<i className={styles.row} />', css)).toEqual([])
})

test('a style sheet that holds for every page has no classes, and only the entry has such', () => {
  expect(
    check({
      'apps/console/src/main.tsx': "import './app/base.css'",
      'apps/console/src/app/base.css': 'a { color: red }\n.meta { color: blue }',
      [`${LIST}list.tsx`]: "import './list.css'",
      [`${LIST}list.css`]: 'a { color: red }',
    }),
  ).toEqual([
    `${LIST}list.tsx: './list.css' is no CSS module, and so holds for every page`,
    "apps/console/src/app/base.css: the class 'meta' holds for every page",
  ])
})

test('another part’s styles are its own; how text is set is everybody’s', () => {
  const page = 'apps/console/src/domains/org/org.page.tsx'
  expect(
    check({
      [page]: [
        "import text from '#kit/text/text.module.css'",
        "import styles from '#kit/list/row.module.css'",
        '<i className={text.meta}><b className={styles.row} /></i>',
      ].join('\n'),
      [TEXT]: '.meta { color: red }',
      [`${LIST}row.module.css`]: '.row { color: red }',
    }),
  ).toEqual([`${page}: '#kit/list/row.module.css' is another part's; ask for a component of it`])
})
