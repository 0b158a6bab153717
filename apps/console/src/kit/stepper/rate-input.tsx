import { Stepper } from './stepper.tsx'

interface RateInputProps {
  id?: string
  /** In hundredths of a percent. */
  value?: number | null
  onChange?: (value: number | null) => void
}

/** A share as people say it, in percent; the wire carries a whole number of hundredths. */
export function RateInput({ value, onChange, ...rest }: RateInputProps) {
  return (
    <Stepper
      {...rest}
      min={0}
      max={100}
      step={0.5}
      precision={2}
      unit="%"
      value={value === null || value === undefined ? null : value / 100}
      onChange={(percent) => onChange?.(percent === null ? null : Math.round(percent * 100))}
    />
  )
}
