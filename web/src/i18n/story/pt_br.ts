import type { StoryKey } from ".";

/** O fim do jogo no português do Brasil: o que nele se diz de outro modo que em Portugal (pt.ts). */
export const ptBR: Partial<Record<StoryKey, string>> = {
  counting: "Contando os pontos …",
  skip: "Pular",
  wins_you: "Você ganhou por {n} ponto|Você ganhou por {n} pontos",
  first_you: "Você ganhou",
  "head.shared": "{who} dividem a vitória com {n} ponto|{who} dividem a vitória com {n} pontos",
  "head.level_stations": "{wins} com os mesmos pontos: mais estações sem usar",
  "sub.before_count_you":
    "Você estava à frente por {n} ponto antes da contagem.|Você estava à frente por {n} pontos antes da contagem.",
  "sub.ahead": "{who} esteve à frente da jogada {ply} até o fim.",
  "sub.ahead_you": "Você esteve à frente da jogada {ply} até o fim.",
  "curve.missing": "Agora não dá para contar como foi.",
  "chances.title": "Chance de ganhar",
  "turns.none": "Ninguém entrou no caminho de ninguém.",
  "cut.gone": "{who} não pode mais completar {a} – {b}.",
  "done.title_you": "Você completou {ticket}",
  "done.many_you": "Você completou {n} bilhete de uma vez|Você completou {n} bilhetes de uma vez",
  "gift.title_you": "Você tirou um bilhete que já está ligado",
  "gift.text": "{tickets}: {n} ponto na hora.|{tickets}: {n} pontos na hora.",
  "shut.text_you": "Você não conseguiu {route}, {n} ponto.|Você não conseguiu {route}, {n} pontos.",
  "shut.later_you": "Você conseguiu {route} no fim.",
  "died.time": "Possível até o fim.",
  share: "Compartilhar",
  "share.title": "Compartilhar este jogo",
  "share.making": "A imagem está sendo feita …",
  "share.save": "Salvar a imagem",
  "share.link": "Copiar o link",
  "share.by_hand": "Copie o link do campo.",
  "share.address": "Link para este jogo",
  "head.alone": "{wins}: {loser} não ficou até o fim",
};
