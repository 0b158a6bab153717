import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '短信',
  what: '短信',
  items: '{{count}} 条短信',
  hint: '平台发到直播账号手机号的短信，由短信网关实时送来，保留 7 天。',
  copy: '复制',
  copied: '已复制',
  copy_failed: '没能复制，请手动选择',
  copy_code: '复制验证码 {{code}}',
  hidden: '没有查看验证码的权限',
  gateways: '网关',
  gateways_title: '短信网关',
  gateways_none: '还没有短信网关',
  steps_title: '接入一台手机，验证码就不用再在群里转发',
  step_1: '新增网关，填这张 SIM 卡的手机号，保存下密钥。',
  step_2:
    '在手机上安装 SmsForwarder，新建「Webhook」发送通道：地址填网关地址，加签密钥填上面的密钥，方法选 POST，消息模板留空。',
  step_3: '新建转发规则「全部」，点「测试」，短信会马上出现在这里。',
  add: '新增网关',
  edit: '编辑',
  renew: '更换密钥',
  renew_title: '更换「{{name}}」的密钥',
  renew_hint: '旧密钥立即失效，手机上要换成新密钥。',
  delete: '删除',
  delete_title: '删除短信网关「{{name}}」',
  delete_hint: '这台手机的短信不再收进来；已收到的短信保留到期满。',
  address: 'SmsForwarder 地址',
  push_address: '签名推送地址',
  number: '网关编号（x-kaibo-key）',
  secret: '密钥',
  secret_title: '「{{name}}」的密钥',
  secret_hint: '密钥只显示这一次，请现在填到手机上。',
  done: '知道了',
  last: '最近收到',
  never: '还没有收到',
  phone_hint: '这台手机的号码：收到的短信都算发到这个号码，一张 SIM 卡一个网关。',
  org_hint: '只认这个公会的直播账号，之后不能更换。',
}

const en = {
  title: 'Text messages',
  what: 'text messages',
  items: '{{count}} messages',
  hint: 'Texts that platforms send to the phones of live accounts, sent in live by SMS gateways; kept for 7 days.',
  copy: 'Copy',
  copied: 'Copied',
  copy_failed: 'Could not copy; select it by hand',
  copy_code: 'Copy the code {{code}}',
  hidden: 'You may not see codes',
  gateways: 'Gateways',
  gateways_title: 'SMS gateways',
  gateways_none: 'No SMS gateway yet',
  steps_title: 'Connect a phone, and no code has to be passed on in a chat',
  step_1: 'Add a gateway with the phone number of the SIM, and keep its secret.',
  step_2:
    'Install SmsForwarder on the phone and add a “Webhook” sender: the gateway’s address, the secret for signing, method POST, no message template.',
  step_3: 'Add a rule for all messages and press “Test”: the text shows here at once.',
  add: 'Add gateway',
  edit: 'Edit',
  renew: 'New secret',
  renew_title: 'New secret of “{{name}}”',
  renew_hint: 'The old secret stops working at once; the phone needs the new one.',
  delete: 'Delete',
  delete_title: 'Delete the SMS gateway “{{name}}”',
  delete_hint: 'Texts of this phone are not taken any more; those that came stay for their time.',
  address: 'Address for SmsForwarder',
  push_address: 'Address for signed pushes',
  number: 'Gateway number (x-kaibo-key)',
  secret: 'Secret',
  secret_title: 'Secret of “{{name}}”',
  secret_hint: 'The secret is shown this once: enter it on the phone now.',
  done: 'Got it',
  last: 'Last message',
  never: 'Nothing yet',
  phone_hint: 'The number of this phone: all its texts count as sent to it. One SIM, one gateway.',
  org_hint: 'Only live accounts of this guild; it cannot be changed later.',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    sms: typeof zh
  }
}

addTexts('sms', { zh, en })
