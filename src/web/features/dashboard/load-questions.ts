export const loadQuestions = () => import('./Questions.tsx')
