export const loadEndPhaseDialog = () => import('./EndPhaseDialog.tsx')
