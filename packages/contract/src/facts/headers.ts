/** Names the group through whose eyes a call looks; it takes `group.look`. */
export const VIEW_AS_HEADER = 'x-view-as'
