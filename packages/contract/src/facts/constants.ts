/** Business constants and limits of spec §9; times in milliseconds, widths in pixels. */
export const TIMEOUT = {
  default: 15_000,
  liveStart: 60_000,
  nlquery: 120_000,
  upload: 60_000,
  uploadVideo: 120_000,
  download: 300_000,
} as const

export const TOAST_WINDOW_MS = 1_000
export const EMPTY_CELL = '--'
export const WIDTH = {
  confirm: 416,
  modal: 520,
  dialog: 640,
  sider: 200,
  siderCollapsed: 80,
} as const
export const STEPPER = { step: 1, firstRepeatMs: 600, repeatMs: 200 } as const
export const DATE_FORMAT = 'YYYY-MM-DD'
export const LOGOUT_TITLE = '是否退出登录'
export const SELECT = {
  valueField: 'uid',
  labelField: 'name',
  allLabel: '请选择',
  allValue: '',
} as const
export const TOKEN_HEADERS = {
  authorization: 'authorization',
  token: 'token',
  xsrf: 'x-xsrf-token',
} as const

/** As many rooms as the wall shows at once. */
export const WALL_SIZE = 100
