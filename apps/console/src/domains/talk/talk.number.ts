/** What is left of a number as it was typed: full-width digits are digits, a unit behind it is not a part of it. */
export const numberIn = (typed: string | undefined): string =>
  (typed ?? '').normalize('NFKC').replaceAll(/[^\d.-]/g, '')
