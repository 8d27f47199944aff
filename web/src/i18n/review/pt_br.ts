/** What the Portuguese of Brazil says otherwise. */

import type { ReviewKey } from ".";

export const ptBR: Partial<Record<ReviewKey, string>> = {
  "making.first": "A partida está sendo analisada…",
  "making.others": "{n} outra análise compartilha o tempo.|{n} outras análises compartilham o tempo.",
  "level.about.standard": "leva cerca de um minuto",
  "level.about.deep": "continua em segundo plano; volte mais tarde",
  "move.unclear": "Muito próximo: a diferença está dentro do erro da estimativa.",
  "why.risky_tunnel": "O túnel {route} era aqui um risco grande demais.",
  "source.turn": "Ponto de virada",
  "graph.luck_you": "Sua sorte",
  "why.missed_block_you": "{route} teria cortado o seu caminho.",
  "why.missed_route_you": "Era preciso ocupar logo {route}: você ficou com ela na jogada {ply}.",
  "why.slower": "Isto leva mais {n} turno do que: {move}.|Isto leva mais {n} turnos do que: {move}.",
  "why.ticket_died_you": "{ticket} já não pode ser completado: você ocupou {route}.",
  "why.saved": "Na jogada {ply}, {route} o teria salvado.",
  "verdict.well_lucky_you": "Você jogou bem e teve sorte",
  "verdict.well_even_you": "Você jogou bem",
  "verdict.well_unlucky_you": "Você jogou bem e teve azar",
  "verdict.fair_lucky_you": "Você cometeu alguns erros e teve sorte",
  "verdict.fair_even_you": "Você cometeu alguns erros",
  "verdict.fair_unlucky_you": "Você cometeu alguns erros e teve azar",
  "verdict.poor_lucky_you": "Você cometeu muitos erros e teve sorte",
  "verdict.poor_even_you": "Você cometeu muitos erros",
  "verdict.poor_unlucky_you": "Você cometeu muitos erros e teve azar",
  "learn.question_you": "Você jogou: {move}. O que é melhor?",
  "learn.how": "Clique numa rota ou numa cidade do mapa, ou escolha abaixo.",
  "learn.next": "Próxima",
  share: "Compartilhar",
  "share.title": "Compartilhar a análise",
};
