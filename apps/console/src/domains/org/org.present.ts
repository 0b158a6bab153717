/** Hundredths of a percent as a percentage: 4,550 is `45.50`. */
export const rateText = (rate: number): string => (rate / 100).toFixed(2)
