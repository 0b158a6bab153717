/** Why an event is not in the books, and what may be done about it. */
export const incomeSentences = {
  '来源名称「{name}」为系统保留，请使用自己的名称':
    'The source name “{name}” is reserved; take one of your own',
  直播间与推送不符: 'The room is not that of the push',
  直播间与场次不符: 'The room is not that of the run',
  '该场次不属于这台 PC': 'The run is not this PC’s',
  '该直播间不属于这台 PC': 'The room is not this PC’s',
  直播账号没有绑定直播间: 'The live account has no room',
  推送的直播间不属于这个直播账号: 'The room of the push is not this live account’s',
  '事件标识已被另一个直播间使用，请更换来源名称':
    'The event id was used by another room; take another source name',
  '事件标识已被本公会的另一个直播账号使用，请更换来源名称':
    'The event id was used by another live account of this guild; take another source name',
  事件标识已被一条互动消息使用: 'The event id was used by a message without money',
  事件标识已被一笔礼物使用: 'The event id was used by a gift',
  '与先前收到的同一事件不符：{what}': 'Unlike what came before of the same event: {what}',
  '金额¥{before}变为¥{after}': 'amount ¥{before}, now ¥{after}',
  '数量{before}变为{after}': 'count {before}, now {after}',
  '礼物{before}变为{after}': 'gift {before}, now {after}',
  '类型{before}变为{after}': 'kind {before}, now {after}',
  先前为测试或AI: 'was test or AI before',
  再次收到时已入账: 'Booked when it came again',
  '对方冒用了系统保留的来源名称，须换名后重新推送，不能直接入账':
    'Its sender took a reserved source name: it has to be pushed again under another one',
  '仍不能入账：{why}': 'Still cannot be booked: {why}',
  '原始消息过大未能保存，不能重新入账':
    'The message was too large to keep and cannot be booked from here',
  '这条记录已处理，请刷新': 'Somebody has decided this one already; reload',
} as const
