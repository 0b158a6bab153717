import {
  AndNode,
  BinaryOperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  WhereNode,
  type KyselyPlugin,
  type OperationNode,
  type RootOperationNode,
} from 'kysely'

/** A longer list is not padded: it would exceed the number of parameters that a statement may have. */
const LONGEST = 16_384

/** The next power of two. */
export function paddedLength(length: number): number {
  const longer = 2 ** Math.ceil(Math.log2(length))
  return length < 2 || longer > LONGEST ? length : longer
}

/** Repeats the last value up to the padded length; a value that occurs twice in an `in` list changes nothing. */
export function padded<Value>(values: readonly Value[]): readonly Value[] {
  const missing = paddedLength(values.length) - values.length
  if (missing === 0) return values
  const last = values.slice(-1)
  return [...values, ...Array.from({ length: missing }, () => last).flat()]
}

/** Pads the lists of `in`, so that a statement prepared for one length is used for others, too. */
export const padLists: KyselyPlugin = {
  transformQuery({ node }): RootOperationNode {
    if (!('where' in node) || node.where === undefined) return node
    const where = padWithin(node.where.where)
    return where === node.where.where ? node : { ...node, where: WhereNode.create(where) }
  },
  transformResult: async ({ result }) => result,
}

function padWithin(node: OperationNode): OperationNode {
  if (AndNode.is(node)) return AndNode.create(padWithin(node.left), padWithin(node.right))
  if (OrNode.is(node)) return OrNode.create(padWithin(node.left), padWithin(node.right))
  if (ParensNode.is(node)) return ParensNode.create(padWithin(node.node))
  if (!BinaryOperationNode.is(node) || !OperatorNode.is(node.operator)) return node
  const { leftOperand, operator, rightOperand } = node
  if (operator.operator !== 'in' || !PrimitiveValueListNode.is(rightOperand)) return node
  const list = PrimitiveValueListNode.create(padded(rightOperand.values))
  return BinaryOperationNode.create(leftOperand, operator, list)
}
