/** Uploads, pictures and saved views. */
export const filesSentences = {
  '服务器磁盘空间不足，没有保存，请联系管理员清理后重试':
    'The server’s disk is full and nothing was kept; ask an administrator to make room',
  '文件存储没有响应，请稍后重试': 'The file storage does not answer; try again later',
  '文件存储拒绝了请求，请联系管理员检查S3设置':
    'The file storage refused; ask an administrator to check the S3 settings',
  '文件不能超过{size}，请缩小后再上传': 'The file must not be over {size}; make it smaller',
  '文件大小不能超过{size}': 'The file must not be over {size}',
  '文件类型只能是{types}': 'The file must be {types}',
  '文件大小与申请上传时不符，请重新选择文件': 'The file’s size has changed; choose it again',
  '上传中断，请重试': 'The upload broke off; try again',
  '上传地址已过期，请重新上传': 'The upload’s address has run out; upload again',
  '上传地址无效，请重新上传': 'The upload’s address is not valid; upload again',
  '上传地址已经用过，请重新上传': 'The upload’s address was used already; upload again',
  '上传过于频繁，请稍后再试': 'Too many uploads; try again later',
  '文件没有传到，请重新上传': 'The file did not arrive; upload it again',
  '文件还没有传完或正在检查，请稍候':
    'The file is still on its way or being checked; wait a moment',
  '文件不是有效的{types}图片，请换一张': 'The file is no valid {types} picture; take another',
  '图片不能超过{count}万像素，请缩小后再上传':
    'The picture must not be over {count}0,000 pixels; make it smaller',
  '图片已损坏或不完整，请换一张': 'The picture is damaged or cut off; take another',
  已有同名的视图: 'There is a view of this name already',
  '他人保存的分组视图不能改为个人视图，请另存为新视图':
    'A group’s view that somebody else saved cannot become personal; save a new one of your own',
  '最多保存{count}个视图，请先删除不用的': 'At most {count} views are kept; delete some first',
} as const
