import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { implement } from '#platform/http/implement.ts'
import type { OrgService } from './org.service.ts'

export const orgRoutes = ({ listed, wrote, add, edit, enable }: OrgService) =>
  implement(orgApi, { list: listed, add: wrote(add), edit: wrote(edit), enable: wrote(enable) })
