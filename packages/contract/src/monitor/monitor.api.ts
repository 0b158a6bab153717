import { words } from '../kernel/words.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { PcEnrol, PcEnrolCode, PublicAddress, PublicAddressEdit } from './monitor.schema.ts'

export const monitorApi = domain('monitor', {
  enrolCode: post('/admin/v1/x/monit/pc/enrol_code', {
    input: PcEnrol,
    data: PcEnrolCode,
    can: 'monitor.add',
    audit: words('生成PC登记码', 'Made an enrolment code'),
    changes: ['lookup.pcs'],
  }),
  publicAddress: get('/admin/v1/x/monitor/public_address', {
    data: PublicAddress,
    can: 'monitor.add',
  }),
  /** Only for callers that see all data, because it changes where every PC of the installation connects. */
  editPublicAddress: post('/admin/v1/x/monitor/public_address/edit', {
    input: PublicAddressEdit,
    data: PublicAddressEdit,
    can: 'monitor.add',
    audit: words('设置服务器地址', 'Set the server address'),
    changes: ['monitor.publicAddress'],
  }),
})
