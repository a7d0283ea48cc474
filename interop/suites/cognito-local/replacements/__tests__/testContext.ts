/** Logger of cognito-local's own functions, which do not run here. */
export const TestContext = {}
