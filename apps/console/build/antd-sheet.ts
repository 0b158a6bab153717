import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import * as antd from 'antd'
import { createElement as h, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { ThemeName } from '../src/kit/theme/theme.ts'
import { antdTheme } from '../src/app/shell/antd-theme.ts'

type Panel = React.FunctionComponent<Record<string, unknown>>
/** What floats is not drawn on a server; antd has this of it for documentation. */
const panelOf = (component: object) =>
  (component as { _InternalPanelDoNotUseOrYouWillBeFired: Panel })
    ._InternalPanelDoNotUseOrYouWillBeFired

const text = 'x'
/**
 * Each component of antd that the console uses, by its folder in antd, drawn so that all of its styles are asked for. The
 * build fails where one is used and not in here.
 */
export const DRAWN: Record<string, () => ReactNode> = {
  app: () => h(antd.App, null, text),
  button: () => h(antd.Button, null, text),
  checkbox: () => h(antd.Checkbox.Group, { options: [text] }),
  'date-picker': () => [h(antd.DatePicker, { key: 1 }), h(antd.DatePicker.RangePicker, { key: 2 })],
  drawer: () => h(antd.Drawer),
  dropdown: () => h(antd.Dropdown, { menu: { items: [] } }, h('a')),
  empty: () => h(antd.Empty),
  form: () => h(antd.Form, null, h(antd.Form.Item, { label: text, help: text })),
  grid: () => h(antd.Row, null, h(antd.Col)),
  input: () => [
    h(antd.Input, { key: 1 }),
    h(antd.Input.Search, { key: 2 }),
    h(antd.Input.Password, { key: 3 }),
    h(antd.Input.TextArea, { key: 4 }),
    h(antd.Input.OTP, { key: 5 }),
  ],
  'input-number': () => h(antd.InputNumber),
  message: () => h(panelOf(antd.message)),
  // The panel for its confirmation; that is of a theme of its own, and so has none of our values.
  modal: () => [
    h(antd.Modal, { key: 1 }),
    h(panelOf(antd.Modal), { key: 2, title: text, type: 'confirm' }),
  ],
  pagination: () => h(antd.Pagination, { total: 1, showSizeChanger: true, showQuickJumper: true }),
  popover: () => [
    h(antd.Popover, { key: 1, title: text }),
    h(panelOf(antd.Popover), { key: 2, title: text, content: text }),
  ],
  progress: () => h(antd.Progress),
  radio: () => h(antd.Radio.Group, { options: [text] }),
  segmented: () => h(antd.Segmented, { options: [text] }),
  select: () => h(antd.Select, { mode: 'tags' }),
  skeleton: () => h(antd.Skeleton),
  slider: () => h(antd.Slider),
  space: () => h(antd.Space.Compact, null, h(antd.Button)),
  switch: () => h(antd.Switch),
  tag: () => h(antd.Tag, null, text),
  tooltip: () => h(antd.Tooltip, { title: text }, h('a')),
}

/** The styles of all components in the product's theme, and the values of either theme, as one style sheet. */
export function antdSheet(): string {
  const [light, dark] = [drawn('light'), drawn('dark')]
  // They name values by their variables, which alone differ from theme to theme.
  if (dark.style !== light.style)
    throw new Error('antd has other styles in the dark: one sheet of them is not enough')
  const unset = valuesNamed(light.style).filter(
    (name) => !light.all.includes(`${name}:`) && !SET_INLINE.test(name),
  )
  if (unset.length > 0) throw new Error(`nothing in antd's sheet sets ${unset.join()}`)
  return [light.values, dark.values, light.style].join('\n')
}

/** Widths, which a component writes into its own style attribute. */
const SET_INLINE = /^--ant-(col-.*-flex|modal-xs-width)$/

/** Those that must be set: it says of some what holds without them. */
const valuesNamed = (style: string) => [
  ...new Set([...style.matchAll(/var\((--ant-[\w-]+)\)/g)].map(([, name = '']) => name)),
]

function drawn(name: ThemeName) {
  const cache = createCache()
  const all = Object.entries(DRAWN).map(([key, draw]) => h('div', { key }, draw()))
  renderToString(
    h(StyleProvider, {
      cache,
      children: h(antd.ConfigProvider, { theme: antdTheme(name), children: all }),
    }),
  )
  const made = withoutMap(extractStyle(cache, { plain: true, types: ['token', 'cssVar'] }))
  const style = withoutUnused(withoutMap(extractStyle(cache, { plain: true, types: ['style'] })))
  // Of other themes there are those of antd's panels.
  const values = made.replace(/[^{}]*\.css-var-[^{}]*\{[^{}]*\}/g, '')
  return { values: withoutIdle(values, style), style, all: values + style }
}

/** Of the values those that something names. */
function withoutIdle(values: string, style: string): string {
  const named = new Set(
    [...(values + style).matchAll(/var\((--ant-[\w-]+)/g)].map(([, name]) => name),
  )
  return values.replace(/(--ant-[\w-]+):[^;{}]*;/g, (line, name: string) =>
    named.has(name) ? line : '',
  )
}

/** For the style sheets that antd's own server rendering leaves in the page: of no use here. */
const withoutMap = (css: string) => css.replace(/\.data-ant-cssinjs-cache-path\{.*\}$/s, '')

/**
 * What the console never uses of the components it does: text from right to left, a grid of columns, other looks of fields.
 * It is a fifth of antd's styles, and the browser reads them before it shows anything.
 */
const UNUSED = /\.ant-[\w-]*-(rtl|filled|underlined|borderless)\b|\.ant-col-(\w+-)*\d/
/**
 * How boxes are measured: `base.css` says it of everything. antd says it of each class that begins as its component's do, which
 * the browser compares with each element, 200 times.
 */
const SAID_OF_ALL = 'box-sizing:border-box;'

const withoutUnused = (css: string): string =>
  css.replace(/([^{};]+)\{([^{}]*)\}/g, (_, selectors: string, body: string) => {
    if (body === SAID_OF_ALL) return ''
    const used = selectorsOf(selectors).filter((one) => !UNUSED.test(one.replace(NEGATED, '')))
    return used.length > 0 ? `${used.join()}{${body}}` : ''
  })

const NEGATED = /:not\([^()]*\)/g
/** Apart by the commas that are in no parentheses. */
const selectorsOf = (list: string): string[] => list.split(/,(?![^()]*\))/)
