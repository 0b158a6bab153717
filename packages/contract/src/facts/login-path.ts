/** Apart from the other screens: what shows before a login knows it without them. */
export const LOGIN_PATH = '/login'
