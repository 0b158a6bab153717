import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** The name of the audit row that each write leaves, and what people call it. A contract line can give no other. */
export const audits = enumeration({
  'auth.login': ['auth.login', '登录', 'Logged in'],
  'auth.logout': ['auth.logout', '退出登录', 'Logged out'],
  'auth.editSelf': ['auth.editSelf', '修改个人资料', 'Edited own profile'],
  'auth.otpBegin': ['auth.otpBegin', '申请绑定动态验证码', 'Began to bind a second factor'],
  'auth.otpConfirm': ['auth.otpConfirm', '绑定动态验证码', 'Bound a second factor'],
  'auth.otpCodes': ['auth.otpCodes', '更换恢复码', 'Renewed recovery codes'],
  'auth.otpRemove': ['auth.otpRemove', '解除动态验证码', 'Removed own second factor'],
  'auth.revoke': ['auth.revoke', '下线一台设备', 'Logged a device out'],
  'auth.knowDevice': ['auth.knowDevice', '确认新设备', 'Confirmed a new device'],
  'account.add': ['account.add', '新增账号', 'Added an account'],
  'account.edit': ['account.edit', '编辑账号', 'Edited an account'],
  'account.enable': ['account.enable', '启用或停用账号', 'Enabled or disabled an account'],
  'account.removeBind': ['account.removeBind', '解除账号绑定', 'Removed an account’s bindings'],
  'account.reset': ['account.reset', '重置密码', 'Reset a password'],
  'group.save': ['group.save', '保存账号分组', 'Saved a group'],
  'group.enable': ['group.enable', '启用或停用账号分组', 'Enabled or disabled a group'],
  'org.add': ['org.add', '新增公会', 'Added a guild'],
  'org.edit': ['org.edit', '编辑公会', 'Edited a guild'],
  'org.enable': ['org.enable', '启用或停用公会', 'Enabled or disabled a guild'],
  'room.create': ['room.create', '新增直播间', 'Added a room'],
  'room.update': ['room.update', '编辑直播间', 'Edited a room'],
  'room.delete': ['room.delete', '删除直播间', 'Deleted a room'],
  'room.start': ['room.start', '开播', 'Started a room'],
  'room.stop': ['room.stop', '停播', 'Stopped a room'],
  'room.stop_reason': ['room.stop_reason', '填写停播原因', 'Gave the reason of a stop'],
  'room.reset': ['room.reset', '重置直播间', 'Reset a room'],
  'live-account.add': ['live-account.add', '新增直播账号', 'Added a live account'],
  'commission.saveAccount': ['commission.saveAccount', '保存回收账号', 'Saved a back account'],
  'commission.enableAccount': [
    'commission.enableAccount',
    '启用或停用回收账号',
    'Enabled or disabled a back account',
  ],
  'income.admit': ['income.admit', '重新入账', 'Booked a refused event'],
  'income.dismiss': ['income.dismiss', '忽略未入账记录', 'Dismissed a refused event'],
  'monitor.enrol_code': ['monitor.enrol_code', '生成PC登记码', 'Made an enrolment code'],
  'monitor.public_address': ['monitor.public_address', '设置服务器地址', 'Set the server address'],
  'agent.enrol': ['agent.enrol', 'PC登记', 'Enrolled a PC'],
  'upload.complete': ['upload.complete', '上传文件', 'Uploaded a file'],
  'view.save': ['view.save', '保存列表视图', 'Saved a list view'],
  'view.remove': ['view.remove', '删除列表视图', 'Removed a list view'],
})

/**
 * What waits for a PC between its writes and its answer: where the server ends in between, nobody knows what came of it.
 * Every other call writes in one transaction, and is done once that stands.
 */
export const STEPWISE: ReadonlySet<AuditName> = new Set(['room.start', 'room.reset'])

export type AuditName = ValueOf<typeof audits>
