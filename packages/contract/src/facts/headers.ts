/** Names the group that a call views as; it takes `group.look`. */
export const VIEW_AS_HEADER = 'x-view-as'
