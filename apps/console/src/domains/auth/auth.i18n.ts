import type { Shape } from '#client/language.ts'

const zh = {
  title: '登录',
  subtitle: '自动化直播间控制台',
  username: '用户名',
  password: '密码',
  enterUsername: '请输入用户名',
  enterPassword: '请输入密码',
  otp: '动态验证码',
  otpHint: '验证器应用里的 6 位数字，或一个恢复码',
  show: '显示密码',
  hide: '隐藏密码',
  capsLock: '大写锁定已打开',
  submit: '登录',
  submitting: '正在登录',
  otherLanguage: 'English',
}

const en = {
  title: 'Log in',
  subtitle: 'Console for automated live rooms',
  username: 'User name',
  password: 'Password',
  enterUsername: 'Enter your user name',
  enterPassword: 'Enter your password',
  otp: 'Verification code',
  otpHint: 'Six digits of your authenticator, or a recovery code',
  show: 'Show password',
  hide: 'Hide password',
  capsLock: 'Caps lock is on',
  submit: 'Log in',
  submitting: 'Logging in',
  otherLanguage: '中文',
} satisfies Shape<typeof zh>

export const authWords = { zh, en }
