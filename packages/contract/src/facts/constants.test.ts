import { expect, test } from 'vitest'
import * as constants from './constants.ts'

/** The test's own copy of spec §9 (and §3 for the select widget, §4 for the logout title). */
test('the constants and limits of the spec', () => {
  expect({ ...constants }).toEqual({
    TIMEOUT: {
      default: 15_000,
      liveStart: 60_000,
      nlquery: 120_000,
      upload: 60_000,
      uploadVideo: 120_000,
      download: 5 * 60_000,
    },
    TOAST_WINDOW_MS: 1_000,
    EMPTY_CELL: '--',
    WIDTH: { confirm: 416, modal: 520, dialog: 640, sider: 200, siderCollapsed: 80 },
    STEPPER: { step: 1, firstRepeatMs: 600, repeatMs: 200 },
    DATE_FORMAT: 'YYYY-MM-DD',
    LOGOUT_TITLE: '是否退出登录',
    SELECT: {
      valueField: 'uid',
      labelField: 'name',
      allLabel: { zh: '请选择', en: 'Choose' },
      allValue: '',
    },
    TOKEN_HEADERS: { authorization: 'authorization', token: 'token', xsrf: 'x-xsrf-token' },
  })
})
