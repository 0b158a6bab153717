import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { implement } from '#platform/http/implement.ts'
import type { CommissionService } from './commission.service.ts'

export const commissionRoutes = ({ listed, wrote, save, enable }: CommissionService) =>
  implement(commissionApi, {
    accounts: listed,
    saveAccount: wrote(save),
    enableAccount: wrote(enable),
  })
