import * as z from 'zod/mini'
import { domain, get, post } from '../kernel/endpoint.ts'
import { pageOf } from '../kernel/page.ts'
import { words } from '../kernel/words.ts'
import { UploadRef } from '../upload/upload.schema.ts'
import { Consumers, ConsumerQuery, ConsumerSave } from './consumer.schema.ts'
import {
  DriveSave,
  Part,
  PartQuery,
  RepliesRead,
  ReplySave,
  ReplyTried,
  ReplyTry,
  TalkRuleSave,
} from './part.schema.ts'
import {
  RuleAdd,
  RuleData,
  RuleDataQuery,
  RuleQuery,
  RuleRef,
  RuleRow,
  RuleSave,
  RuleSaved,
  RuleUpdate,
} from './talk.rows.schema.ts'
import { wordCalls } from './words.calls.ts'
import {
  Because,
  Cases,
  CasesSave,
  ReplayRef,
  ReplayStart,
  ReplayState,
  Tapes,
  Why,
} from './talk.tape.schema.ts'
import { RuleTried, RuleTry } from './talk.try.schema.ts'
import { Publish, Published, RolledOut, Rollout, Versions } from './talk.rollout.schema.ts'

const MAX_SET_BYTES = 262_144
const MAX_EVENT_BYTES = 65_536

export const talkApi = domain('talk', {
  list: get('/admin/v1/talk/rule/list', {
    input: RuleQuery,
    data: pageOf(RuleRow),
    can: 'talk.look',
    live: true,
  }),
  data: get('/admin/v1/talk/rule/data', {
    input: RuleDataQuery,
    data: RuleData,
    can: 'talk.look',
  }),
  add: post('/admin/v1/talk/rule/add', {
    input: RuleAdd,
    data: RuleRow,
    can: 'talk.add',
    audit: words('新建规则集', 'Made a rule set'),
    changes: ['talk.list'],
  }),
  update: post('/admin/v1/talk/rule/update', {
    input: RuleUpdate,
    data: RuleRow,
    can: 'talk.edit',
    audit: words('修改规则集', 'Changed a rule set'),
    changes: ['talk.list', 'talk.data'],
  }),
  del: post('/admin/v1/talk/rule/del', {
    input: RuleRef,
    can: 'talk.del',
    audit: words('删除规则集', 'Deleted a rule set'),
    changes: ['talk.list'],
  }),
  save: post('/admin/v1/talk/rule/save', {
    input: RuleSave,
    data: RuleSaved,
    can: 'talk.edit',
    audit: words('保存规则', 'Saved rules'),
    changes: ['talk.list', 'talk.data', 'talk.cases'],
    maxBytes: MAX_SET_BYTES,
  }),
  /** Nothing is written, said or kept: not audited. */
  test: post('/admin/v1/live/room/rule/test', {
    input: RuleTry,
    data: RuleTried,
    can: 'talk.look',
    maxBytes: MAX_SET_BYTES + MAX_EVENT_BYTES,
  }),
  publish: post('/admin/v1/x/talk/publish', {
    input: Publish,
    data: Published,
    can: 'talk.agree',
    audit: words('发布规则', 'Published rules'),
    changes: ['talk.list', 'talk.data', 'talk.versions', 'talk.part'],
    timeoutMs: 30_000,
  }),
  rollout: post('/admin/v1/x/talk/rollout', {
    input: Rollout,
    data: RolledOut,
    can: 'talk.agree',
    audit: words('转正或撤回规则', 'Promoted or rolled back rules'),
    changes: ['talk.list', 'talk.data', 'talk.versions', 'talk.part'],
    timeoutMs: 30_000,
  }),
  versions: get('/admin/v1/x/talk/versions', {
    input: RuleRef,
    data: Versions,
    can: 'talk.look',
  }),
  /** Reads the tape of a room; asks its PC for the last minutes. Nothing is kept of it. */
  why: get('/admin/v1/x/talk/why', {
    input: Why,
    data: Because,
    can: 'room.look',
    timeoutMs: 30_000,
  }),
  tapes: get('/admin/v1/x/talk/tapes', { input: RuleRef, data: Tapes, can: 'talk.look' }),
  replay: post('/admin/v1/x/talk/replay', {
    input: ReplayStart,
    data: ReplayRef,
    can: 'talk.look',
    audit: words('回放', 'Replayed a tape'),
    changes: ['talk.replayed'],
  }),
  replayed: get('/admin/v1/x/talk/replay', {
    input: ReplayRef,
    data: ReplayState,
    can: 'talk.look',
  }),
  cancelReplay: post('/admin/v1/x/talk/replay_cancel', {
    input: ReplayRef,
    data: z.null(),
    can: 'talk.look',
    audit: words('取消回放', 'Cancelled a replay'),
    changes: ['talk.replayed'],
  }),
  cases: get('/admin/v1/x/talk/cases', { input: RuleRef, data: Cases, can: 'talk.look' }),
  saveCases: post('/admin/v1/x/talk/cases', {
    input: CasesSave,
    data: Cases,
    can: 'talk.edit',
    audit: words('保存用例', 'Saved cases'),
    changes: ['talk.cases'],
    maxBytes: MAX_SET_BYTES,
  }),
  bindTalk: post('/admin/v1/live/room/save/talkRule', {
    input: TalkRuleSave,
    data: Part,
    can: 'room.edit',
    audit: words('保存直播间话术', 'Saved the talk rules of a room'),
    changes: ['talk.part', 'talk.list'],
  }),
  bindDrive: post('/admin/v1/live/room/save/initiativeTalkRule', {
    input: DriveSave,
    data: Part,
    can: 'room.edit',
    audit: words('保存直播间主动话术', 'Saved what a room says unprompted'),
    changes: ['talk.part', 'talk.list'],
  }),
  saveReplies: post('/admin/v1/live/room/save/autoReply', {
    input: ReplySave,
    data: Part,
    can: 'room.edit',
    audit: words('保存直播间问答', 'Saved the questions of a room'),
    changes: ['talk.part'],
  }),
  /** Writes nothing and says nothing. */
  tryReply: post('/admin/v1/x/talk/tryReply', {
    input: ReplyTry,
    data: ReplyTried,
    can: 'room.look',
  }),
  ...wordCalls,
  /** Reads a sheet of questions; nothing is saved by it. */
  readReplies: post('/admin/v1/x/talk/import', {
    input: UploadRef,
    data: RepliesRead,
    can: 'room.edit',
    timeoutMs: 30_000,
  }),
  /** The viewers whom the rules of a room are to know, with what each gave in it. */
  consumers: get('/admin/v1/live/room/consumer', {
    input: ConsumerQuery,
    data: Consumers,
    can: 'room.look',
  }),
  saveConsumers: post('/admin/v1/live/room/save/consumer', {
    input: ConsumerSave,
    data: Consumers,
    can: 'room.edit',
    audit: words('保存重要观众', 'Saved the important viewers of a room'),
    changes: ['talk.consumers'],
  }),
  part: get('/admin/v1/x/room/part', { input: PartQuery, data: Part, can: 'room.look' }),
})
