import { InputNumber } from 'antd'
import { STEPPER } from '@kaibo/contract/facts/constants.ts'

interface StepperProps {
  value?: number | null
  onChange?: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  precision?: number
  unit?: string
  id?: string
}

/**
 * Number input with steps (spec §5, §9): holding a button repeats after 600 ms, then every 200 ms — antd's own timing, which a
 * test holds against `STEPPER`.
 */
export function Stepper({ step = STEPPER.step, unit, ...rest }: StepperProps) {
  return <InputNumber<number> {...rest} step={step} suffix={unit} style={{ width: 160 }} />
}
