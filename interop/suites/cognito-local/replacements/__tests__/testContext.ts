/** Logger of cognito-local's own functions, none of which run here. */
export const TestContext = {}
