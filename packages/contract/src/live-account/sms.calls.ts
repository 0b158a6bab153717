import * as z from 'zod/mini'
import { get, post } from '../kernel/endpoint.ts'
import { words } from '../kernel/words.ts'
import {
  GatewayPage,
  GatewayQuery,
  GatewayRef,
  GatewaySave,
  GatewaySaved,
  SmsPage,
  SmsQuery,
} from './sms.schema.ts'

/** Text messages and the gateways that send them in: part of the live accounts' calls. */
export const smsCalls = {
  /** Whoever is shown a code for the first time leaves an audit row. */
  sms: get('/admin/v1/live/account/sms/log', {
    input: SmsQuery,
    data: SmsPage,
    can: 'live-account.look',
    live: true,
    audit: words('查看短信验证码', 'Looked at codes in text messages'),
    writes: false,
  }),
  gateways: get('/admin/v1/x/sms/gateway/list', {
    input: GatewayQuery,
    data: GatewayPage,
    can: 'live-account.manage',
  }),
  saveGateway: post('/admin/v1/x/sms/gateway/save', {
    input: GatewaySave,
    data: GatewaySaved,
    can: 'live-account.manage',
    audit: words('保存短信网关', 'Saved an SMS gateway'),
    changes: ['live-account.gateways', 'live-account.sms'],
  }),
  deleteGateway: post('/admin/v1/x/sms/gateway/del', {
    input: GatewayRef,
    data: z.null(),
    can: 'live-account.manage',
    audit: words('删除短信网关', 'Deleted an SMS gateway'),
    changes: ['live-account.gateways', 'live-account.sms'],
  }),
}
